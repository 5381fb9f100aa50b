import { addAlert } from '@upvigil/core/testing/fake-watched';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usePooledApps } from '../support/app-pool.ts';
import { layoutShift, maxLayoutShift, nodeCount } from '../support/audit/page-audit.ts';
import { launchBrowser } from '../support/browser.ts';
import { exampleInstallation, largeInstallation, urlsOfOneWebsite } from '../support/example-installation.ts';
import { type FakedApp, startFakedApp } from '../support/faked-web-app.ts';

const apps = usePooledApps();

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('refreshing', () => {
  let timed: FakedApp;
  beforeAll(async () => {
    timed = await startFakedApp(browser, { hasClock: true });
  });
  afterAll(() => timed.close());

  it.each([
    ['/', 60, 'Manage Services'],
    ['/alerts', 60, 'og:title not found'],
    ['/status', 30, 'View Details'],
    ['/status/1', 30, 'Recent Incidents'],
  ])('%s three times moves nothing and sends three requests', async (address, seconds, content) => {
    const { page } = timed;
    const fake = await timed.open(address, { given: exampleInstallation });
    await page.getByText(content).first().waitFor();
    await timed.settle();
    for (let round = 1; round <= 3; round += 1) {
      const before = fake.requests.length;
      const [website] = fake.state.websites;
      // A new row at the top of a list moves the others, as it should.
      if (website && address !== '/alerts') addAlert(fake.state, website);
      // In steps, so that responses arrive before their time limits pass on the clock of the page.
      for (let passed = 0; passed <= seconds; passed += 2) {
        await page.clock.runFor(2_000);
        await timed.settle();
      }
      await expect.poll(() => fake.requests.length, { timeout: 15_000 }).toBeGreaterThan(before);
      await timed.settle();
    }
    expect(await layoutShift(page)).toBeLessThanOrEqual(maxLayoutShift);
  });
});

describe('the font', () => {
  it.each([
    ['/login', 'Admin Password', false],
    ['/status', 'View Details', false],
    ['/', 'Manage Services', true],
  ])('%s moves nothing when it comes two seconds late', async (address, content, isSignedIn) => {
    // A browser that has already loaded the font would not wait for it.
    const late = await startFakedApp(browser);
    try {
      await late.open(address, { given: exampleInstallation, isSignedIn, fontsTakeMs: 2_000 });
      await late.page.getByText(content).first().waitFor();
      await late.page.waitForFunction('document.fonts.check(\'14px "Geist Variable"\')');
      await late.settle();
      expect(await layoutShift(late.page)).toBeLessThanOrEqual(maxLayoutShift);
    } finally {
      await late.close();
    }
  });
});

describe('a dialog over a long page', () => {
  it('moves nothing and leaves no strip beside the scroll bar', async () => {
    const withBars = await launchBrowser({ hasScrollBars: true });
    try {
      const { page, open, settle } = await startFakedApp(withBars);
      await open('/websites', { given: largeInstallation });
      const box = () =>
        page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.getBoundingClientRect().x);
      const room = () => page.evaluate<number>('document.documentElement.clientWidth');
      const before = { x: await box(), room: await room() };
      expect(before.room).toBeLessThan(1440);
      await page.getByRole('button', { name: 'Add New Website' }).click();
      await page.getByRole('dialog').waitFor();
      await settle();
      expect({ x: await box(), room: await room() }).toEqual(before);
      expect(await page.evaluate(`document.elementFromPoint(${before.room - 1}, 450).tagName`)).toBe('DIALOG');
      expect(await page.evaluate('getComputedStyle(document.documentElement).scrollbarGutter')).toBe('auto');
    } finally {
      await withBars.close();
    }
  });
});

describe.concurrent('five hundred monitors', () => {
  it.each(['/', '/websites', '/status'])('leave %s light', (address) =>
    apps.use(async ({ page, open, settle }) => {
      await open(address, { given: largeInstallation });
      await page.getByText('Website 0', { exact: true }).first().waitFor();
      await settle();
      expect(await nodeCount(page)).toBeLessThanOrEqual(4_000);
    }),
  );
});

describe.concurrent('rows of URLs', () => {
  it('twelve closed ones fit into 750 px, and fifty leave the page light', () =>
    apps.use(async ({ page, open, settle }) => {
      const heights: number[] = [];
      for (const count of [12, 50]) {
        await open('/websites/1', { given: urlsOfOneWebsite(count) });
        await page.getByText(`${count} of ${count}`).waitFor();
        await settle();
        const list = page.getByRole('list').filter({ has: page.getByRole('heading', { level: 2 }) });
        heights.push(await list.evaluate((element) => element.parentElement?.getBoundingClientRect().height ?? 0));
      }
      expect(heights[0]).toBeGreaterThan(12 * 50);
      expect(heights[0]).toBeLessThanOrEqual(750);
      expect(await nodeCount(page)).toBeLessThanOrEqual(4_000);
    }));
});

describe.concurrent('on a phone', () => {
  it('the first open alert stands within 300 px', () =>
    apps.use(async ({ page, open, settle }) => {
      await open('/alerts', { given: exampleInstallation });
      await page.setViewportSize({ width: 390, height: 844 });
      const first = page
        .getByRole('region', { name: /^Open now/ })
        .getByRole('listitem')
        .first();
      await first.waitFor();
      await settle();
      const name = await first.getByRole('link').first().boundingBox();
      expect((name?.y ?? Number.POSITIVE_INFINITY) + (name?.height ?? 0)).toBeLessThanOrEqual(300);
    }));
});
