const key = 'reloadedAt';
/** A second failure within this time after a reload has another cause. */
const notAgainForMilliseconds = 60_000;

/**
 * After an upgrade, a window that is still open asks for code of the old version, which is gone. It then loads the new
 * version, once. What was typed is not lost without a question: the browser asks before it leaves a form.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < notAgainForMilliseconds) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
