import { PublicApp } from './app/public-app.tsx';
import { matchScreen } from './match-screen.ts';
import { publicScreens } from './public-routes.tsx';
import { showApp } from './show-app.tsx';

// Contains no code of the signed-in pages; most of it is a single file.
void showApp(async () => {
  const found = matchScreen(publicScreens, window.location.pathname);
  if (!found) throw new Error('This document is for public pages only');
  const page = await found.screen.load();
  return <PublicApp Page={page.default} websiteId={found.websiteId} link={found.link} />;
});
