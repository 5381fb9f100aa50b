import { languages } from '@upvigil/core/contract/names/languages';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditPage } from '../support/audit/page-audit.ts';
import { launchBrowser } from '../support/browser.ts';
import { exampleInstallation } from '../support/example-installation.ts';
import { startFakedApp } from '../support/faked-web-app.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('every language fits on 320 px without scrolling sideways, without words that are cut and without a fault', async () => {
  const app = await startFakedApp(browser);
  for (const language of languages) {
    for (const path of ['/status', '/status/1']) {
      await app.open(`${path}?lang=${language}`, { isSignedIn: false, given: exampleInstallation });
      await app.page.setViewportSize({ width: 320, height: 800 });
      await app.page.waitForSelector('#language [aria-current]');
      await app.page.waitForFunction(`document.documentElement.lang === '${language}'`);
      const [wide, cut] = await app.page.evaluate<[number, string[]]>(`[
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('main dt, main button, main h1, main h2, main li, main p')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden' && one.clientWidth > 0)
          .map((one) => one.textContent),
      ]`);
      expect(wide, `${path} in ${language}`).toBeLessThanOrEqual(320);
      expect(cut, `${path} in ${language}`).toEqual([]);
      if (path === '/status') expect(await auditPage(app.page), `${path} in ${language}`).toEqual([]);
    }
  }
  await app.close();
});
