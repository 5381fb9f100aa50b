import { showApp } from './show-app.tsx';

// Entry point of the pages behind the router. Public pages have their own: `public-main.tsx`.
void showApp(async () => (await import('./app/start-router.tsx')).startRouter(window.location.pathname));
