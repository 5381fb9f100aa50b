import { showApp } from './show-app.tsx';

// The pages behind the router. The public ones have a document and a start of their own: `public-main.tsx`.
void showApp(async () => (await import('./app/start-router.tsx')).startRouter(window.location.pathname));
