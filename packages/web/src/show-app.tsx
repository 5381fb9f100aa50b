import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { holdLinks, serverWatch } from './reachability/watch-server.ts';
import { BrokenWindow, PageBoundary } from './shell/boundary/page-boundary.tsx';
import './styles/index.css';

/** Renders the app that `start` loads, or an error page if that fails. */
export async function showApp(start: () => Promise<ReactNode>): Promise<void> {
  serverWatch.start();
  reloadAfterUpgrade();
  holdLinks();
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
/** A second failure within this time has another cause than an upgrade. */
const notAgainForMilliseconds = 60_000;

/**
 * After an upgrade, an open window may request code of the old version, which no longer exists. Reloads once to get the
 * new version, and only while the server answers. The browser warns before it leaves unsaved changes.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', async () => {
    if (!(await serverWatch.attempt())) return;
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < notAgainForMilliseconds) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
