import { RequestError } from '../contract/errors.ts';
import type { SecondFactorWanted } from '../contract/factors.ts';
import { limits } from '../limits.ts';
import { factorMessages } from '../texts/factors.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { refusedField, remove } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';

/** The only code that the fake refuses. */
export const wrongTotpCode = '000000';
const challenge = 'fake-challenge';
const signedIn = (state: FakeState) => {
  state.isSignedIn = true;
  return { access_token: state.token, token_type: 'bearer' as const };
};

/** Second factors, passkeys and sign-in by providers. */
export const factorHandlers = (state: FakeState): Pick<FakeHandlers, 'factors' | 'signOn' | 'device'> => ({
  factors: {
    list: () => {
      const { recoveryCodes, hasSecret: _, ...factors } = state.factors;
      return { ...factors, recovery_codes_left: recoveryCodes.length };
    },
    ...totpHandlers(state),
    ...passkeyHandlers(state),
    secondFactor: ({ body: { code, recovery_code } }) => {
      if (code === wrongTotpCode) throw new RequestError('unauthorized', factorMessages.wrongCode);
      if (recovery_code !== undefined && !state.factors.recoveryCodes.includes(recovery_code))
        throw new RequestError('unauthorized', factorMessages.wrongRecoveryCode);
      state.factors.recoveryCodes = state.factors.recoveryCodes.filter((each) => each !== recovery_code);
      return signedIn(state);
    },
  },
  signOn: {
    exchange: () => signedIn(state),
    proxy: () => signedIn(state),
  },
  device: {
    start: () => {
      state.device = { userCode: 'BCDF-GHJK', isApproved: false };
      return {
        device_code: 'fake-device-code',
        user_code: state.device.userCode,
        verification_uri: 'http://localhost:8080/device',
        verification_uri_complete: `http://localhost:8080/device#${state.device.userCode}`,
        expires_in: limits.device.minutes * 60,
        interval: limits.device.intervalSeconds,
      };
    },
    approve: ({ body: { user_code } }) => {
      if (state.device?.userCode.replace('-', '') !== user_code)
        throw refusedField('user_code', factorMessages.deviceCodeUnknown);
      state.device.isApproved = true;
      return null;
    },
    token: () => {
      const refusal = state.device === null ? 'expired_token' : 'authorization_pending';
      if (state.device?.isApproved) return signedIn(state);
      const said = state.device === null ? factorMessages.deviceExpired : factorMessages.devicePending;
      throw new RequestError('malformed', said, { facts: { error: refusal } });
    },
  },
});

/** Refuses a correct password if a second factor is set up. */
export function askSecondFactor({ factors }: FakeState): void {
  const methods = methodsOf(factors);
  if (methods.length === 0) return;
  const said = factors.totp ? factorMessages.enterCode : factorMessages.usePasskey;
  throw new RequestError('forbidden', said, { facts: { challenge, methods } satisfies SecondFactorWanted });
}

const methodsOf = ({ totp, passkeys, recoveryCodes }: FakeState['factors']): SecondFactorWanted['methods'] => {
  const own = [totp && 'totp', passkeys.length > 0 && 'passkey'] as const;
  const found = own.filter((method) => method !== false);
  return found.length > 0 && recoveryCodes.length > 0 ? [...found, 'recovery_code'] : found;
};

const totpHandlers = (
  state: FakeState,
): Pick<FakeHandlers['factors'], 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes'> => ({
  beginTotp: () => {
    state.factors.hasSecret = true;
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    return { secret, uri: `otpauth://totp/Upvigil:owner?issuer=Upvigil&secret=${secret}` };
  },
  confirmTotp: ({ body: { code } }) => {
    if (!state.factors.hasSecret) throw new RequestError('conflict', factorMessages.beginFirst);
    if (code === wrongTotpCode) throw refusedField('code', factorMessages.wrongCode);
    Object.assign(state.factors, { totp: true, hasSecret: false });
    return { recovery_codes: renew(state) };
  },
  removeTotp: () => {
    if (!state.factors.totp) throw new RequestError('notFound', factorMessages.noTotp);
    state.factors.totp = false;
    forgetUnusedCodes(state);
    return null;
  },
  renewRecoveryCodes: () => {
    if (methodsOf(state.factors).length === 0) throw new RequestError('conflict', factorMessages.noFactor);
    return { recovery_codes: renew(state) };
  },
});

const passkeyHandlers = (
  state: FakeState,
): Pick<
  FakeHandlers['factors'],
  'passkeyOptions' | 'addPasskey' | 'removePasskey' | 'signInOptions' | 'signInWithPasskey'
> => ({
  passkeyOptions: () => newPasskeyOptions('owner'),
  addPasskey: ({ body: { name } }) => {
    const isFirst = methodsOf(state.factors).length === 0;
    const added = { id: nextId(state), name, created_at: minutesAgo(0, state.now), last_used_at: null };
    state.factors.passkeys.unshift(added);
    return { ...added, recovery_codes: isFirst ? renew(state) : null };
  },
  removePasskey: ({ params: { passkeyId } }) => {
    remove(state.factors.passkeys, passkeyId, 'passkey');
    forgetUnusedCodes(state);
    return null;
  },
  signInOptions: () => usePasskeyOptions(0),
  signInWithPasskey: () => signedIn(state),
});

export const newPasskeyOptions = (name: string, displayName = name) => ({
  challenge,
  rp: { name: 'Upvigil', id: 'localhost' },
  user: { id: 'b3duZXI', name, displayName },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  hints: [],
  extensions: { credProps: true },
  authenticatorSelection: { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
});

/** Options to use one of `named` passkeys; any passkey if 0. */
export const usePasskeyOptions = (named: number) => ({
  challenge,
  rpId: 'localhost',
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: Array.from({ length: named }, () => ({ id: 'a2V5', type: 'public-key' })),
});

function renew(state: FakeState): string[] {
  const count = limits.secondFactor.recoveryCodes;
  state.factors.recoveryCodes = Array.from({ length: count }, (_, at) => `abcd${at}-fghjk`);
  return state.factors.recoveryCodes;
}

function forgetUnusedCodes({ factors }: FakeState): void {
  if (!factors.totp && factors.passkeys.length === 0) factors.recoveryCodes = [];
}
