import { PublicApp } from './app/public-app.tsx';
import { matchScreen } from './match-screen.ts';
import { publicScreens } from './public-routes.tsx';
import { showApp } from './show-app.tsx';

// Nothing of the pages behind the router comes along, and most of what is needed comes in one file.
void showApp(async () => {
  const found = matchScreen(publicScreens, window.location.pathname);
  if (!found) throw new Error('This document is for public pages only');
  const page = await found.screen.load();
  return <PublicApp Page={page.default} websiteId={found.websiteId} link={found.link} />;
});
