import '@fastify/swagger-ui/static/swagger-ui.css';
import './api-docs.css';
import SwaggerUIBundle from '@fastify/swagger-ui/static/swagger-ui-bundle.js';
import { readToken } from '../session/token.ts';

const reference = '#reference';
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** The theme of the other pages, in their attribute and in the viewer's class. */
function applyTheme(): void {
  const stored = localStorage.getItem('theme');
  const isDark = stored === 'dark' || (stored !== 'light' && darkScheme.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.classList.toggle('dark-mode', isDark);
}

async function readDocument(): Promise<object> {
  const response = await fetch('/api/openapi.json');
  if (!response.ok) throw new Error(`The server answered HTTP ${response.status}`);
  return (await response.json()) as object;
}

/** Requests go to the server of this page, at whatever address the browser reached it. */
function showReference(document: object): void {
  SwaggerUIBundle({
    dom_id: reference,
    spec: { ...document, servers: [{ url: window.location.origin }] },
    // Only one schema is separate; all others are part of their endpoint.
    defaultModelsExpandDepth: -1,
    docExpansion: 'none',
    filter: true,
    deepLinking: true,
    validatorUrl: null,
    requestInterceptor: withSession,
  });
}

/** Adds the token of the session unless another was entered. The API reads no cookie, so no other site can send it. */
function withSession<Request extends { headers: Record<string, string> }>(request: Request): Request {
  const token = readToken();
  if (token !== null) request.headers.Authorization ??= `Bearer ${token}`;
  return request;
}

applyTheme();
darkScheme.addEventListener('change', applyTheme);
window.addEventListener('storage', applyTheme);
await readDocument()
  .then(showReference)
  .catch((error: unknown) => {
    const main = document.querySelector(reference);
    if (main) main.textContent = `Could not load the reference. Reload the page to try again. ${String(error)}`;
  });
