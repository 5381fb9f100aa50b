import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { api } from '../api/api.ts';
import { readToken } from '../session/token.ts';
import { App, preloadScreen } from './app.tsx';

/** The app behind the router: apart from `main.tsx`, which loads it as a chunk and shows a page of its own if it cannot. Starts loading the code of the first screen and its client at once. */
export function startRouter(pathname: string): ReactNode {
  preloadScreen(pathname);
  // Where it fails, the first request tries again and says so.
  if (readToken()) void api().catch(() => undefined);
  return (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
}
