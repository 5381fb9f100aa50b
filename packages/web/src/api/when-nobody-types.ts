/** Who types pauses no longer than this between two keys. */
const typingPauseMs = 1_000;

/**
 * Calls back when no key was pressed for a second. The schemas take a slow processor a tenth of a second at once, for which a
 * key would wait. Returns a function that stops that.
 */
export function whenNobodyTypes(then: () => void): () => void {
  const end = (): void => {
    stop();
    then();
  };
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, typingPauseMs);
  };
  const stop = (): void => {
    clearTimeout(timer);
    window.removeEventListener('keydown', again);
  };
  let timer = setTimeout(end, typingPauseMs);
  window.addEventListener('keydown', again);
  return stop;
}
