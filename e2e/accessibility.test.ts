import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAlert } from '../packages/web/src/testing/fake-state.ts';
import { launchBrowser } from './support/browser.ts';
import { exampleInstallation, largeInstallation } from './support/example-installation.ts';
import {
  type OpenedPage,
  type OpenOptions,
  openFaked,
  type StaticSite,
  serveBuiltApp,
} from './support/faked-web-app.ts';
import { auditPage, layoutShift, nodeCount } from './support/page-audit.ts';

let site: StaticSite;
let browser: Browser;
let opened: OpenedPage | undefined;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveBuiltApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(address: string, options: OpenOptions = {}): Promise<OpenedPage> {
  opened = await openFaked(browser, site, address, options);
  return opened;
}

const maxLayoutShift = 0.02;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** A path, its heading, and what stands there once everything is loaded. */
const pages = [
  ['/login', 'Upvigil Admin Login', 'Admin Password'],
  ['/', 'Monitoring Dashboard', 'Manage Services'],
  ['/websites', 'Websites', 'Cart, payment and order API'],
  ['/websites/1', 'Checkout', 'HTTP 503'],
  ['/websites/1?tab=network', 'Checkout', 'Edge TLS'],
  ['/websites/1?tab=slack', 'Checkout', 'Webhook URL'],
  ['/alerts', 'Alerts', 'Checkout: og:title not found'],
  ['/settings', 'Settings', 'Cooldown'],
  ['/backup', 'Backup & Restore', 'nightly_20261120T020000Z.tar.gz'],
  ['/status', 'System Status', 'View Details'],
  ['/status/1', 'Checkout', 'Recent Incidents'],
  ['/nowhere', 'Page not found', 'System Status'],
] as const;

describe('a page with everything in it', () => {
  it.each(pages)('%s has no fault in any theme and width', async (address, title, content) => {
    const { page } = await open(address, { given: exampleInstallation, isSignedIn: address !== '/login' });
    await heading(page, title);
    await page.getByText(content).first().waitFor();
    expect(await auditPage(page)).toEqual([]);
    expect(await layoutShift(page)).toBeLessThanOrEqual(maxLayoutShift);
  });
});

describe('a page with nothing in it', () => {
  it.each([
    ['/', 'No websites added yet'],
    ['/websites', 'No websites added yet'],
    ['/alerts', 'No alerts found for the selected criteria'],
    ['/backup', 'No backups found'],
    ['/status', 'No websites are monitored yet'],
  ])('%s has no fault', async (address, content) => {
    const { page } = await open(address);
    await page.getByText(content).first().waitFor();
    expect(await auditPage(page)).toEqual([]);
  });
});

describe('a page whose data does not come', () => {
  it.each([
    ['/', 'dashboard.stats', 'Could not load the dashboard'],
    ['/websites', 'websites.list', 'Could not load websites'],
    ['/alerts', 'alerts.list', 'Could not load alerts'],
    ['/backup', 'backup.list', 'Could not load backups'],
    ['/status', 'publicStatus.overview', 'Error Loading Status'],
    ['/status/1', 'publicStatus.detail', 'Error Loading Status'],
  ] as const)('%s has no fault while it waits and when it failed', async (address, endpoint, content) => {
    let release = () => {};
    const { page, fake } = await open(address, {
      given: exampleInstallation,
      before: (api) => {
        release = api.hold(endpoint);
      },
    });
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    expect(await auditPage(page)).toEqual([]);
    fake.fail(endpoint, 404);
    await page.reload();
    await page.getByText(content).first().waitFor();
    expect(await auditPage(page)).toEqual([]);
    release();
  });
});

/** A path, the button that leads to the dialog, and its role. */
const dialogs = [
  ['/websites', /^Add New Website/, 'dialog'],
  ['/websites', /^Edit/, 'dialog'],
  ['/websites', /^Delete/, 'alertdialog'],
  ['/websites/1', /^Add New URL/, 'dialog'],
  ['/websites/1', /^Edit/, 'dialog'],
  ['/websites/1', /^Delete/, 'alertdialog'],
  ['/websites/1?tab=network', /^Add Monitor/, 'dialog'],
  ['/websites/1?tab=network', /^Stat/, 'dialog'],
  ['/websites/1?tab=network', /^Edit/, 'dialog'],
  ['/websites/1?tab=network', /^Delete/, 'alertdialog'],
  ['/alerts', /^Clear All Alerts/, 'alertdialog'],
  ['/alerts', /^Clear Old Alerts/, 'alertdialog'],
  ['/alerts', /^Delete alert/, 'alertdialog'],
  ['/backup', /^Cleanup Old Backups/, 'alertdialog'],
  ['/backup', /^Delete/, 'alertdialog'],
] as const;

describe('a dialog', () => {
  it.each(dialogs)(
    'of %s behind %s has no fault, and gives the focus back on Escape',
    async (address, button, role) => {
      const { page } = await open(address, { given: exampleInstallation });
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole(role).waitFor();
      expect(await auditPage(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
      expect(await page.evaluate("document.activeElement?.closest('main') !== null")).toBe(true);
    },
  );
});

describe('what opens in its place', () => {
  it.each([
    ['/websites/1', /^History/, 'Check History (Last 24 Hours)'],
    ['/alerts', /^Why and why not/, '535 authentication failed'],
    ['/status/1', /^Show data/, 'Load Time History'],
    ['/', /^Show data/, 'Total Page Load Time Trends'],
  ] as const)('on %s behind %s has no fault', async (address, name, content) => {
    const { page } = await open(address, { given: exampleInstallation });
    const opener = page.getByRole('button', { name }).or(page.getByText(name));
    await opener.first().waitFor();
    for (const one of await opener.all()) await one.click();
    await page.getByText(content).first().waitFor();
    expect(await auditPage(page)).toEqual([]);
  });
});

describe('refreshing', () => {
  it.each([
    ['/', 60, 'Manage Services'],
    ['/alerts', 60, 'Checkout: og:title not found'],
    ['/status', 30, 'View Details'],
    ['/status/1', 30, 'Recent Incidents'],
  ])('%s three times moves nothing and asks three times', async (address, seconds, content) => {
    const { page, fake } = await open(address, { given: exampleInstallation, hasClock: true });
    await page.getByText(content).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (let round = 1; round <= 3; round += 1) {
      const before = fake.requests.length;
      const [website] = fake.state.websites;
      // A new row on top of a list moves the others, and should.
      if (website && address !== '/alerts') addAlert(fake.state, website);
      await page.clock.runFor(seconds * 1000 + 500);
      await expect.poll(() => fake.requests.length, { timeout: 15_000 }).toBeGreaterThan(before);
      await page.waitForLoadState('networkidle');
    }
    expect(await layoutShift(page)).toBeLessThanOrEqual(maxLayoutShift);
  });
});

describe('five hundred monitors', () => {
  it.each(['/', '/websites', '/status'])('leave %s light', async (address) => {
    const { page } = await open(address, { given: largeInstallation });
    await page.getByText('Website 0', { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await nodeCount(page)).toBeLessThanOrEqual(4_000);
  });
});
