import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { matchScreen, publicScreens } from './routes.tsx';
import { BrokenWindow, PageBoundary } from './shell/boundary/page-boundary.tsx';
import { reloadAfterUpgrade } from './shell/boundary/reload-after-upgrade.ts';
import './styles/index.css';

reloadAfterUpgrade();

/** Starts a public page without the router, and every other page with it. Each loads only its own code. */
async function start(pathname: string): Promise<ReactNode> {
  const found = matchScreen(publicScreens, pathname);
  if (!found) return (await import('./shell/start-router.tsx')).startRouter(pathname);
  const [{ PublicApp }, page] = await Promise.all([import('./shell/public-app.tsx'), found.screen.load()]);
  return <PublicApp Page={page.default} websiteId={found.websiteId} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');
// Not awaited: a module that waits for what it loads would wait for itself when both come in one file.
void start(window.location.pathname)
  .catch(() => <BrokenWindow />)
  .then((app) =>
    createRoot(root).render(
      <StrictMode>
        <PageBoundary fallback={<BrokenWindow />}>{app}</PageBoundary>
      </StrictMode>,
    ),
  );
