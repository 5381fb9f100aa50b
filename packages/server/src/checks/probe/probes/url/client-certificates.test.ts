import type { ServerOptions } from 'node:https';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ProbeOutcome } from '../../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../../testing/targets/certificates.ts';
import { answering, askedPage, startEchoTarget } from '../../../../testing/targets/echo-target.ts';
import { createDialer, type Dialer } from '../../dialing/dialer.ts';
import { runProbe } from '../conformance.ts';

let own: Certificate;
let wellKnown: Certificate;
let client: Certificate;
/** Trusts the second authority like a well-known one. */
let dialer: Dialer;
beforeAll(async () => {
  own = await makeCertificate({ isAuthority: true });
  wellKnown = await makeCertificate({ isAuthority: true, commonName: 'Well-known authority' });
  client = await makeCertificate({ authority: own });
  dialer = createDialer({ trustedCertificates: [wellKnown.cert] });
});

/** Probes a target whose certificate is signed by a test authority. */
async function ask(
  request: Partial<RequestOptions>,
  authority: Certificate,
  tls: ServerOptions = {},
): Promise<ProbeOutcome> {
  const target = await startEchoTarget(answering(200), { ...(await makeCertificate({ authority })), ...tls });
  onTestFinished(target.close);
  return runProbe(askedPage(`https://127.0.0.1:${target.port}/`, request), { dialer, timeoutSeconds: 20 });
}
const shown = () => ({ client_certificate: client.cert, client_key: client.key });

describe('11.5: a target that requests a client certificate', () => {
  const wanting = (changes: ServerOptions = {}): ServerOptions => ({
    ca: own.cert,
    requestCert: true,
    rejectUnauthorized: true,
    ...changes,
  });

  it('is up with it', async () => {
    expect(await ask({ ca: own.cert, ...shown() }, own, wanting())).toMatchObject({ outcome: 'up', status_code: 200 });
  });

  it.each([
    ['TLSv1.3', 'certificate required'],
    ['TLSv1.2', 'handshake failure'],
  ] as const)('is down without it, by %s with the alert in words: %s', async (maxVersion, alert) => {
    const reason = `TLS handshake failed: the target sent the alert "${alert}"`;
    expect(await ask({ ca: own.cert }, own, wanting({ maxVersion }))).toMatchObject({ outcome: 'down', reason });
    // With a body that is still being sent when the alert arrives.
    const post = { ca: own.cert, method: 'POST', body_type: 'text', body: 'x'.repeat(64 * 1024) } as const;
    expect(await ask(post, own, wanting({ maxVersion }))).toMatchObject({ outcome: 'down', reason });
  });

  it('is down with a certificate that it does not trust', async () => {
    const stranger = await makeCertificate();
    const request = { ca: own.cert, client_certificate: stranger.cert, client_key: stranger.key };
    expect(await ask(request, own, wanting())).toMatchObject({ outcome: 'down', response_time_us: null });
  });

  it('with a key that does not fit the certificate is a fault of this machine', async () => {
    const request = { ca: own.cert, client_certificate: client.cert, client_key: own.key };
    expect(await ask(request, own, wanting())).toMatchObject({ outcome: 'fault', fault: 'internal' });
  });
});

describe('11.5: the CA of a monitor', () => {
  const unknown = { outcome: 'down', reason: 'certificate issuer is unknown or the chain is incomplete' };

  it('verifies what it has signed', async () => {
    expect(await ask({ ca: own.cert }, own)).toMatchObject({ outcome: 'up' });
  });

  it('does so for its host name alone', async () => {
    expect(await ask({ ca: own.cert, server_name: 'other.test' }, own)).toMatchObject({
      outcome: 'down',
      reason: 'certificate is not valid for the host name',
    });
  });

  it('is not known to others', async () => {
    expect(await ask({}, own)).toMatchObject(unknown);
    expect(await ask({ tls_verify: false }, own)).toMatchObject({ outcome: 'up' });
  });

  it('is trusted alone: what a well-known one has signed is down', async () => {
    expect(await ask({}, wellKnown)).toMatchObject({ outcome: 'up' });
    expect(await ask({ ca: own.cert }, wellKnown)).toMatchObject(unknown);
  });
});
