import type { ApiClient } from '@upvigil/core/client/api-client';
import type { ApiClientOptions, SendFile } from '@upvigil/core/client/calls-of';
import { clearToken, readToken } from '../session/token.ts';
import { rareGroups } from './rare-groups.ts';

let loading: Promise<ApiClient> | null = null;

/**
 * Typed client for the whole contract, including its schemas. The first call loads it, so that the login form and the
 * public pages appear without it, and the rarely used groups are loaded by the first call of one of them. After a failed
 * load, the next call retries.
 */
export function api(): Promise<ApiClient> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<ApiClient> {
  const [{ createClientOf }, { dailyContract }] = await Promise.all([
    import('@upvigil/core/client/client-of'),
    import('@upvigil/core/contract/daily-contract'),
  ]);
  const options: ApiClientOptions = {
    baseUrl: window.location.origin,
    getToken: readToken,
    onUnauthorized: leaveForLogin,
    confirm: async () => (await import('../session/confirm/ask-to-confirm.tsx')).askToConfirm(api),
    sendFile: sendFileByXhr,
  };
  const loadRare = async () =>
    createClientOf((await import('@upvigil/core/contract/rare-contract')).rareContract, options);
  return { ...createClientOf(dailyContract, options), ...rareGroups(loadRare) };
}

/** Called after a 401. */
function leaveForLogin(): void {
  // A late 401 of an ended session must not interrupt a new sign-in.
  if (window.location.pathname === '/login') return;
  clearToken();
  window.location.assign('/login');
}

/** Uses XMLHttpRequest because `fetch` does not report the progress of an upload. */
const sendFileByXhr: SendFile = ({ url, headers, upload: { file, fileName, onProgress }, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.lengthComputable ? event.total : null);
    request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) });
    request.onerror = () => reject(new TypeError('network failure while a file was sent'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, fileName);
    request.send(form);
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
