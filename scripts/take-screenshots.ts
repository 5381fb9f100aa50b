import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { minuteMs } from '@upvigil/core/time';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../lab/support/browser.ts';
import { closeAll, type Demo, startDemo } from './demo/start-demo.ts';
import { takeTerminalPicture } from './terminal-picture.ts';

/** The pictures of the documents, of the demo as `npm run demo` shows it: `npx tsx --conditions=source scripts/take-screenshots.ts`. */
const folder = path.join(import.meta.dirname, '..', 'docs', 'images');
/** Until every monitor was checked, and the changing one is up again. */
const firstChecksMilliseconds = 90_000;

/** With a palette, because the pictures are a large part of the tarball. */
const savePicture = async (picture: Buffer, name: string): Promise<void> => {
  const file = path.join(folder, `${name}.png`);
  await sharp(picture).png({ palette: true, effort: 10 }).toFile(file);
};

async function takePagePictures(browser: Browser, { baseUrl, token, api }: Demo): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const [website] = await api.websites.list();
  // Each with a text that appears last.
  const pictures = {
    dashboard: { address: '/', shows: 'of 15 up' },
    website: { address: `/websites/${website?.id}`, shows: '30 days' },
    status: { address: '/status', shows: 'Documentation' },
    detail: { address: `/status/${website?.id}`, shows: 'Show data' },
  };
  for (const [name, { address, shows }] of Object.entries(pictures)) {
    const page = await context.newPage();
    await page.goto(baseUrl + address);
    await page.getByText(shows).first().waitFor({ timeout: minuteMs });
    // Charts are drawn after that.
    await wait(4_000);
    await savePicture(await page.screenshot(), name);
    await page.close();
  }
}

async function takePictures(demo: Demo): Promise<void> {
  const browser = await launchBrowser();
  try {
    await takePagePictures(browser, demo);
    const environment = { UPVIGIL_SERVER: demo.baseUrl, UPVIGIL_TOKEN: demo.token };
    const until = /longest[\s\S]*Blog +[\d.]+ ?%[\s\S]*RECOVERED/;
    await savePicture(await takeTerminalPicture(browser, { argv: ['dashboard'], environment, until }), 'terminal');
  } finally {
    await browser.close();
  }
}

mkdirSync(folder, { recursive: true });
const opened: (() => Promise<void>)[] = [];
try {
  const demo = await startDemo({
    port: 0,
    chromiumPath: process.env.CHROMIUM_PATH,
    opened,
    signal: new AbortController().signal,
  });
  await wait(firstChecksMilliseconds);
  await takePictures(demo);
} finally {
  await closeAll(opened);
}
