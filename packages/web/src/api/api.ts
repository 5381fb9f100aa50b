import type { ApiClient } from '@upvigil/core/api-client';
import type { ApiClientOptions } from '@upvigil/core/client/calls-of';
import { clearToken, readToken } from '../session/token.ts';
import { loadSchemas } from './schemas.ts';

let client: ApiClient | undefined;

/**
 * The typed client of the whole contract. It is loaded by the first call, because it needs the schemas, and no page may
 * load those before its first content.
 */
export async function api(): Promise<ApiClient> {
  const { contract, createClientOf } = await loadSchemas();
  client ??= createClientOf(contract, clientOptions());
  return client;
}

export const clientOptions = (): ApiClientOptions => ({
  baseUrl: window.location.origin,
  getToken: readToken,
  onUnauthorized: leaveForLogin,
  confirm: async () => (await import('../session/confirm/ask-to-confirm.tsx')).askToConfirm(api),
  sendFile: async (upload) => (await import('./send-file.ts')).sendFileByXhr(upload),
});

/** After a 401: forgets the token and loads the login page. */
function leaveForLogin(): void {
  clearToken();
  window.location.assign('/login');
}
