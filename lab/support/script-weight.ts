import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { type OpenOptions, startFakedApp } from './faked-web-app.ts';

const dist = path.resolve(import.meta.dirname, '../../packages/web/dist');

interface Look extends OpenOptions {
  address: string;
  /** Text of the page's main content, such as a name or a figure. */
  shows: string;
}

/**
 * KB of gzipped script by file that a browser has received when the page shows its main content. Scripts that are
 * still loading then were not needed for it.
 */
export async function scriptsBefore(browser: Browser, { address, shows, ...options }: Look) {
  const app = await startFakedApp(browser);
  try {
    await app.page.addInitScript(`
      const watch = new MutationObserver(() => {
        if (!document.getElementById('root')?.textContent.includes(${JSON.stringify(shows)})) return;
        window.shownAt = performance.now();
        watch.disconnect();
      });
      watch.observe(document, { subtree: true, childList: true, characterData: true });`);
    await app.open(address, options);
    await app.page.waitForFunction('window.shownAt !== undefined');
    const files = await app.page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0 && responseEnd < window.shownAt)
      .map(({ name }) => new URL(name).pathname)`);
    return Object.fromEntries(files.map((file) => [file, gzippedKb(file)]));
  } finally {
    await app.close();
  }
}

const gzippedKb = (file: string): number => gzipSync(readFileSync(path.join(dist, file))).length / 1000;
