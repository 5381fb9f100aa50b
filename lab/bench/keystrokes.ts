import { launchBrowser } from '../support/browser.ts';
import { largeInstallation } from '../support/example-installation.ts';
import { startFakedApp } from '../support/faked-web-app.ts';
import { reportFigure } from './support/targets/report-figure.ts';

/**
 * Measures the longest time until a keystroke in a search box is visible, with 500 monitors and a CPU slowed down 4
 * times.
 */
const slowDown = 4;
const text = 'service 12';

const browser = await launchBrowser();
for (const address of ['/', '/websites', '/alerts', '/status']) {
  const { page, open, close } = await startFakedApp(browser);
  await open(address, { given: largeInstallation });
  await page.waitForLoadState('networkidle');
  const search = page.getByRole('searchbox').first();
  await search.waitFor();
  await search.focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.evaluate(`window.keystrokes = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) window.keystrokes.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });`);
  await search.pressSequentially(text, { delay: 120 });
  for (const _letter of text) await page.keyboard.press('Backspace', { delay: 60 });
  await page.waitForTimeout(500);
  const durations = (await page.evaluate('window.keystrokes')) as number[];
  const worst = Math.max(0, ...durations);
  console.log(`${address}: worst keystroke ${worst} ms of ${durations.length} over 16 ms`);
  reportFigure('keystroke', worst, { of: address });
  await close();
}
await browser.close();
