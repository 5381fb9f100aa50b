import type { ApiClient } from '@upvigil/core/api-client';
import type { ApiClientOptions } from '@upvigil/core/client/calls-of';
import { clearToken, readToken } from '../session/token.ts';
import { loadSchemas } from './schemas.ts';
import { sendFileByXhr } from './send-file.ts';

let client: ApiClient | undefined;

/**
 * The typed client of the whole contract. It is made by the first call, because it brings the schemas along, and no page may
 * carry those before its first content.
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
  sendFile: sendFileByXhr,
});

/** Any 401 ends the session here too: the token goes, and the login page is loaded anew. */
function leaveForLogin(): void {
  clearToken();
  window.location.assign('/login');
}
