/** Browser APIs that jsdom lacks and the pages use: dialogs, media queries, observers, pointer capture. */
export function addBrowserApis(): void {
  addDialogs();
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.ResizeObserver ??= SilentObserver;
  window.IntersectionObserver ??= SeesEverything;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;
  URL.createObjectURL ??= () => 'blob:made';
  URL.revokeObjectURL ??= () => undefined;
}

class SilentObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Reports every element as in view. */
class SeesEverything implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const rect = target.getBoundingClientRect();
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: rect,
      intersectionRect: rect,
      rootBounds: null,
      time: 0,
    };
    queueMicrotask(() => this.#callback([entry], this));
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Opens and closes dialogs and moves the focus. Tests send Esc as a `cancel` event. */
function addDialogs(): void {
  const dialog = HTMLDialogElement.prototype;
  dialog.show ??= function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  dialog.showModal ??= function (this: HTMLDialogElement) {
    if (this.hasAttribute('open')) throw new DOMException('already open', 'InvalidStateError');
    this.setAttribute('open', '');
    this.addEventListener('keydown', escapeCancels);
  };
  dialog.close ??= function (this: HTMLDialogElement) {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    this.removeEventListener('keydown', escapeCancels);
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  };
}

function escapeCancels(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }));
}
