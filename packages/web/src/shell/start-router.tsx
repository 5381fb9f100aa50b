import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { App, preloadScreen } from './app.tsx';

/** The app behind the router; the code of its first screen is fetched before anything is drawn. */
export function startRouter(pathname: string): ReactNode {
  preloadScreen(pathname);
  return (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
}
