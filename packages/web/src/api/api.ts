import type { ApiClient } from '@upvigil/core/api-client';
import { clearToken, readToken } from '../session/token.ts';
import { sendFileByXhr } from './send-file.ts';

let client: Promise<ApiClient> | undefined;

/**
 * The typed client of the whole contract. It is loaded by the first call, because it brings the schemas along, and neither the
 * login nor the public pages may carry those before their first content.
 */
export function api(): Promise<ApiClient> {
  client ??= loadClient();
  return client;
}

async function loadClient(): Promise<ApiClient> {
  try {
    const { createApiClient } = await import('@upvigil/core/api-client');
    return createApiClient({
      baseUrl: window.location.origin,
      getToken: readToken,
      onUnauthorized: leaveForLogin,
      sendFile: sendFileByXhr,
    });
  } catch (error) {
    client = undefined;
    throw error;
  }
}

/** Any 401 ends the session here too: the token goes, and the login page is loaded anew. */
function leaveForLogin(): void {
  clearToken();
  window.location.assign('/login');
}
