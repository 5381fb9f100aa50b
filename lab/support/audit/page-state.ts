import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import type { Page } from 'playwright-core';
import { exampleInstallation } from '../example-installation.ts';
import type { OpenOptions } from '../faked-web-app.ts';

export interface PageState extends OpenOptions {
  /** Stands there once the state is reached. */
  shows: string;
  /** Selector of what comes later still and has no text. */
  draws?: string;
  /** What happens before that. */
  act?: (page: Page, fake: FakeApi) => Promise<void>;
}
/** Why a page is never in a state. */
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
/** The full page, if these endpoints answered. */
export const fails = (...names: EndpointName[]) => ({
  given: exampleInstallation,
  before: (fake: FakeApi) => {
    for (const name of names) fake.fail(name, 500);
  },
});
