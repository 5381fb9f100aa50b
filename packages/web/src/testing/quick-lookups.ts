/**
 * Finds labels and styles faster. jsdom searches the whole document for each, which takes ten times as long in large forms.
 * Tests load no style sheets, so only an element's own styles can hide it.
 */
export function addQuickLookups(): void {
  const ofTag = displayOfTags(window.getComputedStyle.bind(window));
  window.getComputedStyle = (element, pseudo) => {
    const { style } = element as HTMLElement;
    const own = {
      display: isHidden(element) ? 'none' : style.display || ofTag(element),
      visibility: style.visibility || 'visible',
      opacity: style.opacity || '1',
      pointerEvents: style.pointerEvents,
      colorScheme: style.colorScheme,
    };
    const getPropertyValue = (name: string) =>
      pseudo ? '' : name in own ? own[name as keyof typeof own] : style.getPropertyValue(name);
    return { ...own, getPropertyValue } as CSSStyleDeclaration;
  };
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement]) {
    const get = function (this: HTMLElement) {
      // jsdom keeps the result of this query until the document changes.
      return [...document.querySelectorAll('label')].filter((label) =>
        label.htmlFor ? label.htmlFor === this.id : label.control === this,
      );
    };
    Object.defineProperty(prototype, 'labels', { get, configurable: true });
  }
}

const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  (element.localName === 'input' && element.getAttribute('type') === 'hidden');

/** `display` of each tag in the browser's default style sheet. */
function displayOfTags(computeStyle: typeof window.getComputedStyle): (element: Element) => string {
  const known = new Map<string, string>();
  return ({ namespaceURI, localName }) => {
    const key = `${namespaceURI} ${localName}`;
    const display = known.get(key);
    if (display !== undefined) return display;
    const sample = document.createElementNS(namespaceURI, localName);
    // A closed dialog is hidden.
    sample.setAttribute('open', '');
    const computed = computeStyle(sample).display;
    known.set(key, computed);
    return computed;
  };
}
