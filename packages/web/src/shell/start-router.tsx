import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { App, preloadScreen } from './app.tsx';

/** The app behind the router. Begins to load the code of its first screen before anything is rendered. */
export function startRouter(pathname: string): ReactNode {
  preloadScreen(pathname);
  return (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
}
