import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

const greeting = '+OK Dovecot ready.\r\n';

describeProbeConformance('the POP3 probe', {
  targetAt: (host, port) => networkTarget('POP3', { host, port }),
  answering: behaviours.says(greeting),
});

describe('the POP3 probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, expected_response: string | null = null): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('POP3', { host: target.host, port: target.port, expected_response }));
  };

  it.each([
    ['-ERR too many connections\r\n', null, 'greeting was "-ERR too many connections"'],
    [greeting, 'Cyrus', 'greeting was "+OK Dovecot ready."'],
    ['+OKAY\r\n', null, 'greeting was "+OKAY"'],
  ])('quotes the greeting %j where %j is expected', async (said, expected, reason) => {
    expect(await probe(behaviours.says(said), expected)).toMatchObject({ outcome: 'down', reason });
  });

  it('finds the expected response, and leaves with QUIT', async () => {
    let heard = '';
    const found = await probe((socket) => {
      socket.write(greeting);
      socket.on('data', (chunk) => {
        heard += chunk;
      });
    }, 'Dovecot');

    expect(found).toMatchObject({ outcome: 'up' });
    await expect.poll(() => heard).toBe('QUIT\r\n');
  });

  it('speaks TLS with a security of tls', async () => {
    target = await startTcpTarget(behaviours.says(greeting), await makeCertificate());
    const pop3s = networkTarget('POP3', { host: target.host, port: target.port }, { security: 'tls' });

    expect(await runProbe(pop3s)).toMatchObject({ outcome: 'down', reason: 'self-signed certificate' });
  });
});
