import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import type { Page } from 'playwright-core';
import { exampleInstallation } from '../example-installation.ts';
import type { OpenOptions } from '../faked-web-app.ts';

export interface PageState extends OpenOptions {
  /** Text that is visible in the state. */
  shows: string;
  /** Selector of an element that appears later and has no text. */
  draws?: string;
  /** Actions that lead to the state. */
  act?: (page: Page, fake: FakeApi) => Promise<void>;
}
/** The reason why a page is never in a state. */
interface Never {
  never: string;
}
type States = PageState | readonly PageState[] | Never;

export const stateNames = ['loading', 'empty', 'error', 'full'] as const;
export interface AuditedPage extends Record<(typeof stateNames)[number], States> {
  /** Its path in the app's router. */
  screen: string;
  address: string;
  isSignedIn?: boolean;
}

/** The whole page waits: no endpoint answers. */
export const everything = /./;
/** The full page except for these endpoints, which fail. */
export const fails = (...names: EndpointName[]) => ({
  given: exampleInstallation,
  before: (fake: FakeApi) => {
    for (const name of names) fake.fail(name, 500);
  },
});
