import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addNetworkCheck, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type FakedApp, startFakedApp } from '../support/faked-web-app.ts';

const screens = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** Smallest legible text in px, and the narrowest name with an ellipsis that still says something. */
const smallestTextPx = 11;
const narrowestNamePx = 40;

let browser: Browser;
let app: FakedApp;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await startFakedApp(browser);
});
afterAll(() => browser.close());

const names = ['Checkout', 'Search of the documentation', 'API', 'db-primary-eu-central-1.internal.example.org'];
const isDown = (at: number) => at % 23 === 1;

/** Websites and services in turn: some down or slow, some with a long name, some without data. */
function watched(state: FakeState, count: number): void {
  const first = addWebsite(state, { name: 'Checkout and payment of the German shop' });
  for (let at = 0; at < count; at += 1) {
    const uptime_24h = isDown(at) ? 93.2 : 100;
    const name = `${names[at % names.length]} ${at}`;
    if (at % 2 === 0) addCheckedUrl(state, at === 0 ? first.id : addWebsite(state, { name }).id, { at, uptime_24h });
    else {
      const monitor = addMonitor(state, first.id, { name, uptime_24h });
      addNetworkCheck(state, monitor, { is_up: !isDown(at), response_time: at % 11 === 0 ? 6 : 0.02 });
    }
  }
}

interface Watched {
  at: number;
  uptime_24h: number;
}

function addCheckedUrl(state: FakeState, websiteId: number, { at, uptime_24h }: Watched): void {
  const url = addUrl(state, websiteId, { uptime_24h });
  if (at % 10 !== 4) addUrlCheck(state, url, isDown(at) ? { status_code: 503 } : {});
}

/** The tiles as a person across the room sees them. */
const look = `(() => {
  const list = document.querySelector('ul[aria-label="Websites and services"]');
  const tiles = [...list.children];
  const isInside = (inner, outer) => {
    const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const texts = [...document.querySelectorAll('main *')].filter((one) =>
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !one.closest('.sr-only'));
  return {
    tiles: tiles.length,
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    outside: tiles.filter((tile) => [...tile.children].some((part) => !isInside(part, tile))).length,
    smallestText: Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize))),
    narrowestCutName: Math.min(1000, ...tiles.map((tile) => tile.querySelector('p > [title]'))
      .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.clientWidth)),
    cutStates: tiles.map((tile) => tile.querySelector('p:last-child > :first-child'))
      .filter((state) => state.scrollWidth > state.clientWidth).map((state) => state.textContent),
    cutHeads: tiles.filter((tile) => tile.querySelector('p > [title]').scrollHeight > tile.clientHeight).length,
  };
})()`;

interface Seen {
  smallestText: number;
  narrowestCutName: number;
}

it.each(screens.flatMap((screen) => [1, 2, 7, 50, 200].map((count) => ({ ...screen, count }))))(
  'shows $count tiles on $width x $height without scrolling, each with its name and state',
  async ({ count, ...screen }) => {
    await app.open('/', { given: (state) => watched(state, count) });
    await app.page.setViewportSize(screen);
    await app.page.goto(`${new URL(app.page.url()).origin}/?wall`);
    await app.page.getByRole('list', { name: 'Websites and services' }).waitFor();
    await app.settle();
    const { smallestText, narrowestCutName, ...seen } = await app.page.evaluate<Seen>(look);
    expect(seen).toEqual({ tiles: count, scrolls: false, outside: 0, cutStates: [], cutHeads: 0 });
    expect(smallestText).toBeGreaterThanOrEqual(smallestTextPx);
    expect(narrowestCutName).toBeGreaterThanOrEqual(narrowestNamePx);
  },
);
