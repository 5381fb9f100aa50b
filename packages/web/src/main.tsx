import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { preloadScreen } from './routes.tsx';
import { App } from './shell/app.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');
preloadScreen(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
