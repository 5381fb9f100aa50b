import type { ApiClient } from '@upvigil/core/client/api-client';
import { clearToken, readToken } from '../session/token.ts';

let loading: Promise<ApiClient> | null = null;

/**
 * The typed client of the whole contract, with its schemas. The first call loads it: the login page shows its form before,
 * and the public pages do without. A call after a failure tries again.
 */
export function api(): Promise<ApiClient> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<ApiClient> {
  const { createApiClient } = await import('@upvigil/core/client/api-client');
  return createApiClient({
    baseUrl: window.location.origin,
    getToken: readToken,
    onUnauthorized: leaveForLogin,
    confirm: async () => (await import('../session/confirm/ask-to-confirm.tsx')).askToConfirm(api),
    sendFile: async (upload) => (await import('./send-file.ts')).sendFileByXhr(upload),
  });
}

/** After a 401: forgets the token and loads the login page. */
function leaveForLogin(): void {
  // A request of a session that was ended may be refused late, when somebody signs in again already.
  if (window.location.pathname === '/login') return;
  clearToken();
  window.location.assign('/login');
}
