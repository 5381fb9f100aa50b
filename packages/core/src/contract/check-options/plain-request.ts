import type { RequestOptions } from './request.ts';

/**
 * Whether a request equals a browser's request for the address. For any other, a screenshot would show something else
 * than the check saw. The expectations of its response do not matter.
 */
export function isPlainRequest(request: RequestOptions | null | undefined): boolean {
  if (!request) return true;
  const { method, headers, auth, tls_verify, ca, client_certificate, server_name, proxy } = request;
  const isPlainTls = tls_verify && [ca, client_certificate, server_name].every((text) => text === '');
  return method === 'GET' && headers.length === 0 && auth.type === 'none' && isPlainTls && proxy === '';
}
