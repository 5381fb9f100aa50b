/** Who types pauses no longer than this between two keys. */
const typingPauseMs = 1_000;

/**
 * Calls back after a time in ms, at the earliest in the next task, and when nobody types: while a text field has the focus,
 * once no key was pressed for a second. What a slow processor works on for a tenth of a second would hold up a key. Returns
 * a function that stops that.
 */
export function whenNobodyTypes(then: () => void, afterMs = 0): () => void {
  let typingUntil = 0;
  const noteTyping = (): void => {
    if (isInTextField()) typingUntil = performance.now() + typingPauseMs;
  };
  const look = (): void => {
    const wait = typingUntil - performance.now();
    if (wait > 0) {
      timer = setTimeout(look, wait);
      return;
    }
    stop();
    then();
  };
  const stop = (): void => {
    clearTimeout(timer);
    window.removeEventListener('keydown', noteTyping);
  };
  let timer = setTimeout(look, afterMs);
  noteTyping();
  window.addEventListener('keydown', noteTyping);
  return stop;
}

const isInTextField = (): boolean => document.activeElement?.matches('input, textarea') ?? false;
