import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Preloading would fetch style sheets and media again for two rules that do not apply: one is not used, the other is
  // for audio and video.
  preload: false,
};
/** A theme changes only colours: the other rules would find the same in the second theme. */
const allThemes: Record<string, RunOptions> = {
  light: options,
  dark: { ...options, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};
/** The widest and the narrowest layout: from 320 to 639 px, no style rule shows or hides anything. */
const allWidths = [1440, 320];

export interface AuditOptions {
  /** Window widths in pixels. */
  widths?: readonly number[];
  themes?: Record<string, RunOptions>;
}

/** The light theme at the width of a desktop. */
export const oneLook: AuditOptions = { widths: [1440], themes: { light: options } };

/**
 * The faults of a page, one per line: all rules at each width, colours in each theme. A modal dialog is audited alone,
 * because nothing below it can be reached.
 */
export async function auditPage(
  page: Page,
  { widths = allWidths, themes = allThemes }: AuditOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ url: '/axe.min.js' });
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await page.evaluate(faultsInThemes, themes)) found.push(`${width} ${fault}`);
  }
  return found;
}

/** Runs in the page. */
async function faultsInThemes(themes: Record<string, RunOptions>): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run: (root: Document | Element, how: RunOptions) => Promise<AxeResults> };
  };
  // A control that is half below the top bar would count as too small.
  window.scrollTo(0, 0);
  // Components that measure themselves are drawn again one frame after the width changed.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const root = modal ?? document;
  // axe does not know that a modal dialog is above everything, including fixed elements.
  const below = modal ? [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => isBelow(one, modal)) : [];
  for (const { style } of below) style.visibility = 'hidden';
  const faults: string[] = [];
  for (const box of document.querySelectorAll('html, dialog')) {
    if (box.scrollWidth > box.clientWidth) faults.push(`${box.tagName} scrolls sideways`);
  }
  for (const [theme, options] of Object.entries(themes)) {
    document.documentElement.dataset.theme = theme;
    const { violations } = await axe.run(root, options);
    for (const { id, nodes } of violations) {
      faults.push(`${theme} ${id} x${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`);
    }
  }
  for (const { style } of below) style.visibility = '';
  return faults;

  function isBelow(one: Element, dialog: Element): boolean {
    return getComputedStyle(one).position === 'fixed' && !one.contains(dialog) && !dialog.contains(one);
  }
}

/** A person hardly notices a smaller shift. */
export const maxLayoutShift = 0.02;

/** Sum of the layout shifts so far that no input caused. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate('window.layoutShift');

export const nodeCount = (page: Page): Promise<number> => page.evaluate("document.querySelectorAll('*').length");
