import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newTotp, stepOfCode } from './totp.ts';

/** The secret of RFC 6238, appendix B, for SHA-1. */
const secret = Secret.fromUTF8('12345678901234567890').base32;

describe('a code of an authenticator app', () => {
  // The RFC lists eight digits; apps show the last six.
  it.each([
    [59, '94287082', '0000000000000001'],
    [1_111_111_109, '07081804', '00000000023523EC'],
    [1_111_111_111, '14050471', '00000000023523ED'],
    [1_234_567_890, '89005924', '000000000273EF07'],
    [2_000_000_000, '69279037', '0000000003F940AA'],
    [20_000_000_000, '65353130', '0000000027BC86AA'],
  ])('is that of RFC 6238 at %d s', async (seconds, code, step) => {
    expect(await stepOfCode(secret, code.slice(-6), seconds * 1000)).toBe(Number.parseInt(step, 16));
  });

  it('is accepted one step early or late, and no more', async () => {
    const code = '287082';
    const at = (seconds: number) => stepOfCode(secret, code, seconds * 1000);
    expect(await Promise.all([at(0), at(30), at(59), at(60), at(89)])).toEqual([1, 1, 1, 1, 1]);
    expect(await at(90)).toBeNull();
    expect(await stepOfCode(secret, code, 120_000)).toBeNull();
  });

  it('that is wrong has no step', async () => {
    expect(await stepOfCode(secret, '287083', 59_000)).toBeNull();
  });
});

it('a new secret has 160 bits, is unique, and has the account in its address', async () => {
  const [one, other] = await Promise.all([newTotp('ann@example.org'), newTotp('ann@example.org')]);
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(other.secret).not.toBe(one.secret);
  const parsed = new URL(one.uri);
  expect([parsed.protocol, parsed.host, decodeURIComponent(parsed.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Upvigil:ann@example.org',
  ]);
  expect(Object.fromEntries(parsed.searchParams)).toEqual({
    issuer: 'Upvigil',
    secret: one.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  const code = new TOTP({ secret: Secret.fromBase32(one.secret) }).generate({ timestamp: 59_000 });
  expect(await stepOfCode(one.secret, code, 59_000)).toBe(1);
});
