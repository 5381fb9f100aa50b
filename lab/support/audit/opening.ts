import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import type { Locator, Page } from 'playwright-core';
import type { FakedApp, OpenOptions } from '../faked-web-app.ts';

export type Step = (app: FakedApp) => Promise<unknown>;

/** Something that a page shows only after an action of a person. */
export interface Opening extends OpenOptions {
  what: string;
  address: string;
  /** The file below `packages/web/src` that opens it. */
  source: string;
  open: Step;
  shows: (page: Page) => Locator;
  /** Esc does not simply close it: it asks for confirmation, or the work cannot be left. */
  staysOnEscape?: boolean;
}
type Rest = Pick<Opening, 'before' | 'holds' | 'staysOnEscape'>;

/** Makes the openings of one page: title, source, action and expected text. */
export const openingsOn =
  (address: string, given: (state: FakeState) => void, visitor: Pick<OpenOptions, 'isSignedIn'> = {}) =>
  (what: string, source: string, open: Opening['open'], shows: Opening['shows'], rest: Rest = {}): Opening => ({
    address,
    given,
    ...visitor,
    what,
    source,
    open,
    shows,
    ...rest,
  });

type Name = string | RegExp;
export const dialog = (name: Name) => (page: Page) => page.getByRole('dialog', { name });
export const question = (name: Name) => (page: Page) => page.getByRole('alertdialog', { name });
export const text = (wanted: Name) => (page: Page) => page.getByText(wanted).first();

export const failing = (name: EndpointName): Rest => ({ before: (fake: FakeApi) => fake.fail(name, 500) });

/** Runs the steps in sequence. */
export const steps =
  (...all: Step[]): Step =>
  async (app) => {
    for (const step of all) {
      await step(app);
      await app.settle();
    }
  };

/** Presses the buttons in sequence; while a dialog is open, those in it. */
export const press =
  (...names: Name[]): Step =>
  async ({ page, settle }) => {
    for (const name of names) {
      const modal = page.locator('dialog:modal').last();
      const within = (await modal.count()) > 0 ? modal : page.locator('body');
      await within.getByRole('button', { name }).first().click();
      await settle();
    }
  };

/** Chooses Delete in the menu of the first row whose name begins so. */
export const deleteInMenu =
  (of = ''): Step =>
  async ({ page, settle }) => {
    const modal = page.locator('dialog:modal').last();
    const within = (await modal.count()) > 0 ? modal : page.locator('body');
    const name = new RegExp(`^More actions for ${of}`);
    await within.getByRole('button', { name }).first().click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await settle();
  };

/** The code of a dialog may load after the click. */
export const opened =
  (name: Name): Step =>
  ({ page }) =>
    page.getByRole('dialog', { name }).waitFor();

/** A success message disappears after a while, unless the focus is in it. */
export const stay: Step = ({ page }) => page.getByRole('button', { name: 'Dismiss' }).focus();

export const follow =
  (name: Name, role: 'link' | 'tab' = 'link'): Step =>
  ({ page }) =>
    page.getByRole(role, { name }).first().click();

export const fill =
  (label: string, value: string): Step =>
  ({ page }) =>
    page.getByLabel(label, { exact: true }).fill(value);

export const choose =
  (name: string, mimeType: string): Step =>
  async ({ page }) => {
    const input = page.locator('input[type=file]');
    await input.focus();
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from('x'.repeat(2048)) });
  };
