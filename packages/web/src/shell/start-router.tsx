import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { App, preloadScreen } from './app.tsx';

/** The app behind the router. Begins to load the code of the first screen at once. */
export function startRouter(pathname: string): ReactNode {
  preloadScreen(pathname);
  return (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
}
