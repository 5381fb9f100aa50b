import type { Page } from 'playwright-core';

/** The walk's records, kept in the page. */
interface Walk {
  /** Records the focus, and returns the next key; null when the focus is back at the start. */
  nextKey: () => 'Tab' | 'ArrowRight' | 'ArrowDown' | null;
  /** Number of keys that is enough for every correct page. */
  enough: number;
  faults: () => string[];
}
type Walked = typeof globalThis & { walk: Walk };

/**
 * Presses Tab until the focus is back at the start. Returns the faults found: elements that are not reached or lie
 * outside `within`, an invisible focus, a trap. Within tabs, radio buttons and lists with one tab stop, arrow keys continue the
 * walk.
 */
export async function walkByKeyboard(page: Page, within: 'body' | 'dialog:modal' = 'body'): Promise<string[]> {
  const enough = await page.evaluate(beginWalk, within);
  let key: ReturnType<Walk['nextKey']> = 'Tab';
  for (let pressed = 0; key && pressed < enough; pressed += 1) {
    await page.keyboard.press(key);
    key = await page.evaluate(async () => {
      // Tabs move the focus one task after the arrow key.
      await new Promise((done) => setTimeout(done));
      return (globalThis as Walked).walk.nextKey();
    });
  }
  return await page.evaluate(() => (globalThis as Walked).walk.faults());
}

/** Runs in the page. */
function beginWalk(within: string): number {
  // A list of tabs or segments and a toolbar pass the focus on to one of them.
  const interactive =
    'a[href], button:not([data-one-stop] [tabindex="-1"]), input, select, textarea, summary, [tabindex]:not([tabindex="-1"], [role=tablist], [role=radiogroup], [role=toolbar])';
  const inGroup = '[role=tab], [role=toolbar] button, [role=radio], input[type=radio], [data-one-stop] input';
  const root = [...document.querySelectorAll(within)].at(-1) ?? document.body;
  const seen = new Set<Element>();
  const faults = new Set<string>();
  let first: Element | null = null;
  let group: Element | null = null;
  let previous: Element | null = null;
  let looked: Element | null = null;
  let isAround = false;
  let seenBefore = 0;
  let left: Element[] = [];

  const all = () =>
    [...root.querySelectorAll(interactive)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [type=hidden]'),
    );
  const missing = () => all().filter((element) => !seen.has(element));
  const labelsOf = (element: Element): Element[] => [...((element as HTMLInputElement).labels ?? [])];
  const isOutlined = (element: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  /** Whether some part of it is on top and inside the window. */
  const isOnTop = (element: Element): boolean =>
    [...element.getClientRects()].some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(left + width * part, top + height * part);
        return [element, ...labelsOf(element)].some((one) => one.contains(hit));
      }),
    );
  const note = (fault: string, element: Element) => faults.add(`${fault}: ${element.outerHTML.slice(0, 160)}`);
  const look = (element: Element) => {
    seen.add(element);
    if (!root.contains(element)) note('lies outside', element);
    // A field of tags outlines its box, not the input in it.
    const box = element.closest('.control') ?? element;
    if (![element, box, ...labelsOf(element)].some(isOutlined)) note('has no visible focus', element);
    if (!isOnTop(element)) note('has the focus and is covered', element);
  };

  const listOf = (element: Element | null) => element?.closest('[data-one-stop]') ?? null;
  /** A list is entered again at the row that was left. */
  const isBack = (element: Element): boolean =>
    element === first || (group === null && listOf(first) !== null && listOf(element) === listOf(first));

  /** Rounds continue while they find more, because late content may appear behind the focus. */
  const isOver = (element: Element): boolean => {
    if (!isBack(element)) return false;
    const isFruitless = seen.size === seenBefore;
    seenBefore = seen.size;
    left = missing();
    return isFruitless || left.length === 0;
  };

  /** Hours, minutes and the calendar button are separate stops in one field. */
  const staysInField = (element: Element): boolean => {
    const stays = element === previous && element.matches('[type=date], [type=datetime-local], [type=time]');
    previous = element;
    return stays;
  };

  /** Tabs begin again; the last row of a list keeps the focus. */
  const isGroupOver = (element: Element): boolean => group !== null && (element === group || element === looked);

  const walk: Walk = {
    nextKey: () => {
      const element = document.activeElement;
      if (!element || element === document.body || staysInField(element)) return 'Tab';
      if (isGroupOver(element)) {
        group = null;
        return 'Tab';
      }
      isAround = isOver(element);
      if (isAround) return null;
      first ??= element;
      look(element);
      looked = element;
      if (!group && element.matches(inGroup)) group = element;
      if (!group) return 'Tab';
      return group.closest('[aria-orientation=vertical], [data-one-stop]') ? 'ArrowDown' : 'ArrowRight';
    },
    enough: all().length * 4 + 20,
    faults: () => {
      for (const element of isAround ? left : missing()) note('is not reached', element);
      return [...faults, ...(isAround || all().length === 0 ? [] : ['Tab does not come around'])];
    },
  };
  (globalThis as Walked).walk = walk;
  return walk.enough;
}
