import { addHeartbeat } from '@upvigil/core/testing/fake-heartbeats';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addNetworkCheck, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { usePooledApps } from '../support/app-pool.ts';
import { auditedDisclosures } from '../support/audit/audited-disclosures.ts';
import { allStates, reachOpening, reachState, titled, withTitles } from '../support/audit/reach.ts';
import { textFaults } from '../support/audit/text-audit.ts';
import { exampleInstallation } from '../support/example-installation.ts';

const apps = usePooledApps();
const full = titled(allStates.filter(({ name }) => name === 'full'));

/** Components that measure themselves are drawn again one frame after the width changed. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Text must not be cut off without a title, and must not overlap other text, a line or a bar. */
async function expectReadableText(page: Page): Promise<void> {
  for (const width of [1440, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    expect(await textFaults(page), `${width} px wide`).toEqual([]);
  }
}

/** The apps of these tests request reduced motion. */
async function expectNoMotion(page: Page): Promise<void> {
  expect(await page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")).toBe(true);
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
}

/** A window of 1440 by 900 with pixels of twice the size. */
async function expectToFitAtTwiceTheSize(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 450 });
  await drawn(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
    true,
  );
  expect(await textFaults(page)).toEqual([]);
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(heading?.y).toBeLessThan(450);
}

async function expectToBeSeenInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  try {
    expect(await page.evaluate("matchMedia('(forced-colors: active)').matches")).toBe(true);
    expect(await page.evaluate(faultsInForcedColours)).toEqual([]);
  } finally {
    await page.emulateMedia({ forcedColors: null });
  }
}

/** Runs in the page. */
function faultsInForcedColours(): string[] {
  const canvas = getComputedStyle(document.body).backgroundColor;
  const faults: string[] = [];
  for (const control of document.querySelectorAll('input:not([type=file]), select, textarea')) {
    const { borderTopStyle, appearance, outlineStyle } = getComputedStyle(control);
    const isDrawnBySystem = appearance !== 'none' && control.matches('[type=checkbox], [type=radio]');
    if (!isDrawnBySystem && borderTopStyle === 'none' && outlineStyle === 'none' && control.checkVisibility()) {
      faults.push(`no edge: ${control.outerHTML.slice(0, 120)}`);
    }
  }
  for (const line of document.querySelectorAll('svg[role=img] path')) {
    const { stroke, fill } = getComputedStyle(line);
    const hasColour = [stroke, fill].some((colour) => colour !== 'none' && colour !== canvas);
    if (!hasColour) faults.push(`not seen: ${line.outerHTML.slice(0, 120)}`);
  }
  return faults;
}

describe.concurrent('a full page', () => {
  // One visit for all states: opening the page takes longer than auditing it.
  it.each(full)(
    '%s: nothing is animated, forced colours leave edges and graphics, all text can be read, at 200 % zoom too',
    (_title, audited) =>
      apps.use(async (app) => {
        await reachState(app, audited);
        await expectNoMotion(app.page);
        await expectToBeSeenInForcedColours(app.page);
        await expectToFitAtTwiceTheSize(app.page);
        await expectReadableText(app.page);
      }),
  );
});

describe.concurrent('what opens in its place', () => {
  it.each(withTitles(auditedDisclosures))('%s: all text can be read', (_title, opening) =>
    apps.use(async (app) => {
      await reachOpening(app, opening);
      await expectReadableText(app.page);
    }),
  );
});

describe.concurrent('the message of an alert', () => {
  it.each(['/', '/alerts'])('stands once on %s', (address) =>
    apps.use(async ({ page, open }) => {
      const { state } = await open(address, { given: exampleInstallation });
      expect(state.alerts.length).toBeGreaterThan(2);
      const said = (message: string) => page.getByText(message).or(page.getByTitle(message, { exact: true }));
      await said(state.alerts[0]?.message ?? '').waitFor();
      for (const { message } of state.alerts) {
        expect(await said(message).count(), message).toBeLessThanOrEqual(1);
      }
    }),
  );
});

function answersIn2Milliseconds(state: FakeState): void {
  const { id } = addWebsite(state, { name: 'Near' });
  for (let check = 0; check < 3; check += 1) {
    addUrlCheck(state, state.urls[0] ?? addUrl(state, id), { response_time: 0.002 });
    addNetworkCheck(state, state.monitors[0] ?? addMonitor(state, id), { response_time: 0.00002 });
  }
  const last_run = { started_at: null, ended_at: new Date(state.now()).toISOString(), code: 0, runtime: 0.002 };
  addHeartbeat(state, id, { name: 'Near job', state: 'up', last_run });
}

describe.concurrent('an answer within 2 ms', () => {
  it.each([
    '/',
    '/websites',
    '/websites/1?open=1',
    '/websites/1?tab=network',
    '/websites/1?tab=heartbeats',
    '/status',
    '/status/1',
  ])('never reads 0.00s on %s', (address) =>
    apps.use(async ({ page, open }) => {
      await open(address, { given: answersIn2Milliseconds });
      await expect.poll(() => page.locator('body').innerText()).toContain('Near');
      expect(await page.locator('body').innerText()).not.toMatch(/\b0\.0+ ?m?s\b/);
    }),
  );

  it('reads <0.01s', () =>
    apps.use(async ({ page, open }) => {
      await open('/websites/1', { given: answersIn2Milliseconds });
      await page.getByText('<0.01s').first().waitFor();
    }));
});
