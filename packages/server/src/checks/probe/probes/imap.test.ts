import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createDialer, type Dialer, type DialerOptions } from '../dialing/dialer.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

const greeting = '* OK [CAPABILITY IMAP4rev1] Dovecot ready.\r\n';

describeProbeConformance('the IMAP probe', {
  targetAt: (host, port) => networkTarget('IMAP', { host, port }),
  answering: behaviours.says(greeting),
});

/** Maps every port to one, so that the test of the TLS port needs no privileges. */
function dialerTo(port: number, options: DialerOptions = {}): Dialer {
  const dialer = createDialer(options);
  return { ...dialer, dial: (dialOptions) => dialer.dial({ ...dialOptions, port }) };
}

describe('the IMAP probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, expected_response: string | null = null): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('IMAP', { host: target.host, port: target.port, expected_response }));
  };

  it('finds a server up that greets with PREAUTH', async () => {
    expect(await probe(behaviours.says('* PREAUTH hello\r\n'))).toMatchObject({ outcome: 'up' });
  });

  it('quotes a greeting that refuses', async () => {
    expect(await probe(behaviours.says('* BYE too many connections\r\n'))).toMatchObject({
      outcome: 'down',
      reason: 'greeting was "* BYE too many connections"',
    });
  });

  it('requires the expected response in the greeting', async () => {
    expect(await probe(behaviours.says(greeting), 'Dovecot')).toMatchObject({ outcome: 'up' });
    await target?.close();
    expect(await probe(behaviours.says(greeting), 'Cyrus')).toMatchObject({ outcome: 'down' });
  });

  it('leaves with LOGOUT', async () => {
    let said = '';
    await probe((socket) => {
      socket.write(greeting);
      socket.on('data', (chunk) => {
        said += chunk;
      });
    });

    await expect.poll(() => said).toBe('a1 LOGOUT\r\n');
  });

  it('speaks TLS on port 993 and verifies the certificate', async () => {
    const certificate = await makeCertificate();
    target = await startTcpTarget(behaviours.says(greeting), certificate);
    const imaps = networkTarget('IMAP', { host: target.host, port: 993 });

    const trusted = dialerTo(target.port, { trustedCertificates: [certificate.cert] });
    expect(await runProbe(imaps, { dialer: trusted })).toMatchObject({ outcome: 'up' });
    expect(await runProbe(imaps, { dialer: dialerTo(target.port) })).toMatchObject({
      outcome: 'down',
      reason: 'self-signed certificate',
    });
  });
});
