import type { Role } from '@upvigil/core/contract/names/roles';
import type { SoftPasskey } from './soft-passkey.ts';
import type { TestApp } from './test-app.ts';

/** Accepts the invitation of this link, `/invite#TOKEN`, with a passkey. Returns the session token. */
export async function acceptByPasskey(test: TestApp, link: string, key: SoftPasskey, name = 'Ann'): Promise<string> {
  const token = link.split('#')[1];
  const post = (path: string, payload: object) => test.inject({ method: 'POST', url: `/api/auth${path}`, payload });
  const options = await post('/invitation/passkey-options', { token });
  const accepted = await post('/invitation', { token, name, passkey: key.make(options.json()) });
  if (accepted.statusCode !== 200) throw new Error(`The invitation was not accepted: ${accepted.body}`);
  return accepted.json<{ access_token: string }>().access_token;
}

/** A user who accepted an invitation with a passkey and has no password. */
export async function joinByPasskey(
  test: TestApp,
  key: SoftPasskey,
  { email = 'ann@example.org', role = 'admin' }: { email?: string; role?: Role } = {},
): Promise<{ id: number; token: string }> {
  const invited = await test.request('POST', '/users', { email, role });
  const { id, link } = invited.json<{ id: number; link: string }>();
  return { id, token: await acceptByPasskey(test, link, key) };
}
