import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [1440, 390, 320];

/** What is wrong with a page, each as one line; empty when nothing is. Looks at both themes and three widths. */
export async function auditPage(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (await overflows(page)) found.push(`${width}: scrolls sideways`);
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      found.push(...(await violations(page, theme === 'dark')).map((line) => `${width} ${theme}: ${line}`));
    }
  }
  return found;
}

const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

/** A colour on its way to another one is neither of them. */
const transitionsEnd = `Promise.all(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition)
  .map((animation) => animation.finished.catch(() => {})))`;

/** The dark theme changes colours and nothing else. */
async function violations(page: Page, isColorsOnly: boolean): Promise<string[]> {
  await page.evaluate(transitionsEnd);
  const options = { runOnly: isColorsOnly ? ['color-contrast'] : tags, resultTypes: ['violations'] };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id} x${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`);
}

/** Sum of the layout shifts so far that no input of a person caused. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate('window.layoutShift');

export const nodeCount = (page: Page): Promise<number> => page.evaluate("document.querySelectorAll('*').length");
