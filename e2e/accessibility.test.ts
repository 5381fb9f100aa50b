import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addAlert } from '@upvigil/core/testing/fake-state';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchScreen, publicScreens, screens } from '../packages/web/src/routes.tsx';
import { type AppPool, startAppPool } from './support/app-pool.ts';
import { auditedDialogs } from './support/audit/audited-dialogs.ts';
import { auditedDisclosures } from './support/audit/audited-disclosures.ts';
import { auditedPages, type PageState, stateNames } from './support/audit/audited-pages.ts';
import { walkByKeyboard } from './support/audit/keyboard-walk.ts';
import type { Opening } from './support/audit/opening.ts';
import { auditPage, layoutShift, nodeCount } from './support/audit/page-audit.ts';
import { launchBrowser } from './support/browser.ts';
import { exampleInstallation, largeInstallation, urlsOfOneWebsite } from './support/example-installation.ts';
import { type FakedApp, startFakedApp } from './support/faked-web-app.ts';

/** While one waits for the browser, another one works. */
const pagesAtOnce = 3;

let browser: Browser;
let apps: AppPool;

beforeAll(async () => {
  browser = await launchBrowser();
  apps = await startAppPool(browser, pagesAtOnce);
});
afterAll(async () => {
  await apps.close();
  await browser.close();
});

const maxLayoutShift = 0.02;
const allStates = auditedPages.flatMap(({ screen: _screen, address, isSignedIn = true, ...states }) =>
  stateNames.flatMap((name) => {
    const found = states[name];
    return 'never' in found
      ? []
      : [found].flat().map((state: PageState) => ({
          name,
          title: `${address} ${name}, '${state.shows}'`,
          address,
          state: { isSignedIn, ...state },
        }));
  }),
);
type Audited = (typeof allStates)[number];
const titled = <T extends { title: string }>(all: readonly T[]) => all.map((one) => [one.title, one] as const);

async function reach(app: FakedApp, { address, state: { shows, draws, act, ...options } }: Audited): Promise<void> {
  const fake = await app.open(address, options);
  await act?.(app.page, fake);
  await app.settle();
  await app.page.getByText(shows).first().waitFor();
  if (draws) await app.page.locator(draws).first().waitFor();
}

describe.concurrent('the audited pages', () => {
  it('are all pages of the router', () => {
    const paths = [...publicScreens, ...screens].map((screen) => screen.path);
    expect([...new Set(auditedPages.map(({ screen }) => screen))].sort()).toEqual(paths.sort());
    for (const { address, screen } of auditedPages) {
      const { pathname } = new URL(address, 'http://app');
      expect(matchScreen([...publicScreens, ...screens], pathname)?.screen.path).toBe(screen);
    }
  });

  it.each(titled(allStates))('%s: no fault in any theme and width', (_title, audited) =>
    apps.use(async (app) => {
      await reach(app, audited);
      expect(await auditPage(app.page)).toEqual([]);
      if (audited.name === 'full') expect(await layoutShift(app.page)).toBeLessThanOrEqual(maxLayoutShift);
    }),
  );
});

describe.concurrent('the Tab key', () => {
  it.each(titled(allStates.filter(({ name }) => name === 'full')))('%s: reaches everything', (_title, audited) =>
    apps.use(async (app) => {
      await reach(app, audited);
      for (const width of [1440, 390]) {
        await app.page.setViewportSize({ width, height: 900 });
        expect(await walkByKeyboard(app.page), `${width} px wide`).toEqual([]);
      }
    }),
  );
});

async function reachOpening(app: FakedApp, { address, open, shows, ...options }: Opening): Promise<void> {
  await app.open(address, options);
  await open(app);
  await app.settle();
  await shows(app.page).waitFor();
}
const withTitles = (openings: readonly Opening[]) =>
  titled(openings.map((opening) => ({ title: `${opening.address} ${opening.what}`, ...opening })));

describe.concurrent('the audited dialogs and messages', () => {
  it('come from every file that opens one', () => {
    const root = path.resolve(import.meta.dirname, '../packages/web/src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('components/dialogs/'),
    );
    const opening = files.filter((file) =>
      /useDialogs\(|<ModalDialog|useModal\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(auditedDialogs.map(({ source }) => source)).toEqual(expect.arrayContaining(opening));
  });

  it.each(withTitles(auditedDialogs))('%s: no fault, and the keyboard stays in a dialog', (_title, opening) =>
    apps.use(async (app) => {
      await reachOpening(app, opening);
      expect(await auditPage(app.page)).toEqual([]);
      if ((await app.page.locator('dialog:modal').count()) > 0) await expectToHoldTheKeyboard(app.page, opening);
    }),
  );
});

async function expectToHoldTheKeyboard(page: Page, { staysOnEscape }: Opening): Promise<void> {
  expect(await walkByKeyboard(page, 'dialog:modal')).toEqual([]);
  if (staysOnEscape) return;
  const topmost = await page.locator('dialog:modal').last().elementHandle();
  await page.keyboard.press('Escape');
  await topmost?.waitForElementState('hidden');
  expect(await page.evaluate('document.activeElement !== document.body')).toBe(true);
}

describe.concurrent('what opens in its place', () => {
  it.each(withTitles(auditedDisclosures))('%s: no fault', (_title, opening) =>
    apps.use(async (app) => {
      await reachOpening(app, opening);
      expect(await auditPage(app.page)).toEqual([]);
    }),
  );
});

describe('refreshing', () => {
  let timed: FakedApp;
  beforeAll(async () => {
    timed = await startFakedApp(browser, { hasClock: true });
  });
  afterAll(() => timed.close());

  it.each([
    ['/', 60, 'Manage Services'],
    ['/alerts', 60, 'Checkout: og:title not found'],
    ['/status', 30, 'View Details'],
    ['/status/1', 30, 'Recent Incidents'],
  ])('%s three times moves nothing and asks three times', async (address, seconds, content) => {
    const { page } = timed;
    const fake = await timed.open(address, { given: exampleInstallation });
    await page.getByText(content).first().waitFor();
    await timed.settle();
    for (let round = 1; round <= 3; round += 1) {
      const before = fake.requests.length;
      const [website] = fake.state.websites;
      // A new row on top of a list moves the others, and should.
      if (website && address !== '/alerts') addAlert(fake.state, website);
      await page.clock.runFor(seconds * 1000 + 500);
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
    // A browser that has the font already would not wait for it.
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
