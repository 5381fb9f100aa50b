import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { api } from '../api/api.ts';
import { readToken } from '../session/token.ts';
import { App, preloadScreen } from './app.tsx';

/**
 * Root of the signed-in app. A separate chunk, so that `main.tsx` can show an error page if it fails to load. Preloads
 * the first screen and its API client.
 */
export function startRouter(pathname: string): ReactNode {
  preloadScreen(pathname);
  // If the preload fails, the first request retries and shows the error.
  if (readToken()) void api().catch(() => undefined);
  return (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
}
