import { addApiToken, addAuditEvent } from '@upvigil/core/testing/fake-access';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addSession, addUser } from '@upvigil/core/testing/fake-users';
import { factorMessages } from '@upvigil/core/texts/factors';
import { exampleInstallation } from '../../example-installation.ts';

const day = 24 * 60;
const longName = 'A rather long name of a token without-any-room-to-break-because-there-is-none';

/** An installation without passkeys, where everybody needs a second factor. */
export const withoutPasskeys = ({ factors }: FakeState): void =>
  void Object.assign(factors, { is_required: true, passkeys_off: factorMessages.passkey.off.ip });

/** An old sign-in, for which a sensitive change requires the password again. */
export function exampleOldSignIn(state: FakeState): void {
  exampleAccess(state);
  state.mustConfirm = true;
}

/** With users, so that the owner's password is not the only sign-in method. */
export function exampleUsers(state: FakeState): void {
  exampleInstallation(state);
  addUser(state, { email: 'ann@example.org', invitation: 'abc' });
}

/** With an authenticator app, passkeys and recovery codes. */
export function exampleFactors(state: FakeState): void {
  exampleInstallation(state);
  const created_at = minutesAgo(30 * day, state.now);
  Object.assign(state.factors, {
    totp: true,
    recoveryCodes: ['abcd1-fghjk', 'abcd2-fghjk'],
    passkeys: [
      { id: 900, name: longName, created_at, last_used_at: minutesAgo(3, state.now) },
      { id: 901, name: 'Phone', created_at, last_used_at: null },
    ],
  });
}

/** With used, expiring and expired tokens, and more changes in the audit than the page first shows. */
export function exampleAccess(state: FakeState): void {
  exampleFactors(state);
  addUser(state, { email: 'off@example.org', name: 'Off', role: 'admin', status: 'disabled' });
  addUser(state, { email: `${'very-'.repeat(12)}long@example.org`, name: '', status: 'invited' });
  addUser(state, { name: 'Ann', email: 'ann@example.org', role: 'editor', has_totp: true, passkeys: 2, sso: true });
  addSession(state, { id: 950, user_name: 'Ann', ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', client: 'cli' });
  addApiToken(state, { name: 'Old', scopes: ['deploy'], expires_days: -1 });
  addApiToken(state, { name: longName, scopes: ['write', 'backup', 'deploy'], expires_days: 9 });
  const { id } = addApiToken(state, { name: 'Nightly backup', scopes: ['backup'], expires_days: 90 });
  Object.assign(state.apiTokens.find((each) => each.id === id) ?? {}, {
    last_used_at: minutesAgo(9 * 60, state.now),
    last_used_ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  });
  for (let at = 100; at > 0; at -= 1) addAuditEvent(state, { at: minutesAgo(at * 30, state.now), changes: [] });
  addAuditEvent(state, {
    actor: { kind: 'token', id, name: longName },
    via: 'api',
    action: 'backup.create',
    target: { kind: 'backup', id: null, name: null },
    changes: [],
  });
  addAuditEvent(state, {
    at: minutesAgo(day, state.now),
    changes: [
      { field: 'name', before: 'Stop', after: longName },
      { field: 'request', before: null, after: `{"url":"https://example.org/${'path/'.repeat(20)}"}` },
    ],
  });
}
