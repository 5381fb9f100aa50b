import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenWindow, PageBoundary } from './shell/boundary/page-boundary.tsx';
import { reloadAfterUpgrade } from './shell/boundary/reload-after-upgrade.ts';
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
