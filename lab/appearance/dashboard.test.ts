import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { exampleInstallation, largeInstallation } from '../support/example-installation.ts';
import { type FakedApp, startFakedApp } from '../support/faked-web-app.ts';

let browser: Browser;
let app: FakedApp;

beforeAll(async () => {
  browser = await launchBrowser();
  app = await startFakedApp(browser);
});
afterAll(async () => {
  await app.close();
  await browser.close();
});

const bottomOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
};

it('shows of an outage name, cause and duration on 1440 x 900 without scrolling, however much is watched', async () => {
  await app.open('/', {
    given: (state: FakeState) => {
      largeInstallation(state);
      for (const url of state.urls) addUrlCheck(state, url, { status_code: 200 });
      for (const monitor of state.monitors) monitor.enabled = false;
      const shop = addWebsite(state, { name: 'Shop' });
      addUrlCheck(state, addUrl(state, shop.id, { url: 'https://shop.example.org/checkout' }), { status_code: 503 });
    },
  });
  const outage = app.page.getByRole('region', { name: '1 service is down' }).getByRole('listitem');
  const parts = [
    outage.getByRole('link', { name: 'checkout' }),
    outage.getByText('HTTP 503', { exact: true }),
    outage.getByText(/^\d+ min$/),
  ];
  for (const part of parts) {
    await part.waitFor();
    expect(await bottomOf(part)).toBeLessThanOrEqual(900);
  }
  expect(await app.page.evaluate('window.scrollY')).toBe(0);
});

it.each([1440, 390, 320])('gives a website without checks a line of at most 48 px, %d px wide', async (width) => {
  await app.open('/', { given: exampleInstallation });
  await app.page.setViewportSize({ width, height: 900 });
  const line = app.page.getByRole('list', { name: 'Other websites' }).getByRole('listitem');
  await line.getByRole('link', { name: /^Add First URL/ }).waitFor();
  const box = await line.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
  expect(box?.height).toBeLessThanOrEqual(48);
});

it('keeps an hour with 99.2 % at least 12 px below one with 100 %, with 0 on the axis, and Linear evens it', async () => {
  await app.open('/', { given: exampleInstallation });
  const chart = app.page.getByRole('region', { name: 'Uptime Percentage by Website' });
  await chart.getByRole('slider').waitFor();
  // Measured from the top of the section, because a click scrolls the page.
  const yOf = (tick: string) =>
    chart
      .getByText(tick, { exact: true })
      .evaluate((text) => text.getBoundingClientRect().y - (text.closest('section')?.getBoundingClientRect().y ?? 0));
  const [whole, good, none] = [await yOf('100%'), await yOf('99%'), await yOf('0%')];
  expect((good - whole) * 0.8).toBeGreaterThanOrEqual(12);
  expect(none).toBeGreaterThan(good);
  await chart.getByRole('radio', { name: 'Linear' }).click();
  await chart.getByText('50%', { exact: true }).waitFor();
  expect(await yOf('0%')).toBeCloseTo(none);
  const [top, middle] = [await yOf('100%'), await yOf('50%')];
  expect(Math.abs(middle - (top + none) / 2)).toBeLessThan(2);
});
