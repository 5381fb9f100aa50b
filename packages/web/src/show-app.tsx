import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenWindow, PageBoundary } from './shell/boundary/page-boundary.tsx';
import './styles/index.css';

/** Draws what `start` loads, or says that the window is broken where that fails. */
export async function showApp(start: () => Promise<ReactNode>): Promise<void> {
  reloadAfterUpgrade();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root');
  const app = await start().catch(() => <BrokenWindow />);
  createRoot(root).render(
    <StrictMode>
      <PageBoundary fallback={<BrokenWindow />}>{app}</PageBoundary>
    </StrictMode>,
  );
}

const key = 'reloadedAt';
/** A second failure within this time after a reload has another cause. */
const notAgainForMilliseconds = 60_000;

/**
 * After an upgrade, a window that is still open requests code of the old version, which is gone. It then loads the new
 * version, once. Typed text is not lost: the browser confirms before it leaves a form.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < notAgainForMilliseconds) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
