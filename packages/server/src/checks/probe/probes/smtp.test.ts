import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createTrace } from '../tracing/trace.ts';
import { describeProbeConformance, networkTarget, type ProbeRun, runProbe } from './conformance.ts';

const usualAnswers = {
  greeting: '220 mx.test ESMTP\r\n',
  EHLO: '250-mx.test\r\n250-STARTTLS\r\n250 SIZE 1000\r\n',
  STARTTLS: '220 ready\r\n',
  QUIT: '221 bye\r\n',
};

interface MailServer {
  answers?: Partial<typeof usualAnswers>;
  /** Of STARTTLS. */
  certificate?: Certificate;
  heard?: string[];
}

/** A server that answers each command by its first word. */
const mailServer = ({ answers = {}, certificate, heard = [] }: MailServer = {}): Behaviour => {
  const all: Record<string, string> = { ...usualAnswers, ...answers };
  return (first) => {
    const serve = (socket: Socket): void => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const command = chunk.toString().trim();
        heard.push(command);
        const [verb = ''] = command.split(' ');
        socket.write(all[verb] ?? '502 unknown\r\n');
        if (verb === 'STARTTLS' && certificate) {
          socket.removeAllListeners('data');
          serve(new TLSSocket(socket, { isServer: true, ...certificate }));
        }
      });
    };
    first.write(all.greeting ?? '');
    serve(first);
  };
};

describeProbeConformance('the SMTP probe', {
  targetAt: (host, port) => networkTarget('SMTP', { host, port }),
  answering: mailServer(),
});

describe('the SMTP probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}, run?: ProbeRun): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('SMTP', { host: target.host, port: target.port }, options), run);
  };

  it.each([
    [{ greeting: '421 too busy\r\n' }, 'server answered "421 too busy"'],
    [{ greeting: '554-no mail\r\n554 from you\r\n' }, 'server answered "554-no mail 554 from you"'],
    [{ EHLO: '250-mx.test\r\n421 going down\r\n' }, 'server answered "250-mx.test 421 going down"'],
    [{ EHLO: '2500 odd\r\n' }, 'server answered "2500 odd"'],
    [{ EHLO: '250-mx.test\r\n250 SIZE\r\n' }, 'server does not offer STARTTLS'],
    [{ EHLO: '250-mx.test\r\n250 XSTARTTLS\r\n' }, 'server does not offer STARTTLS'],
    [{ STARTTLS: '454 not now\r\n' }, 'server answered "454 not now"'],
    [{ STARTTLS: '220 ready\r\n250 injected\r\n' }, 'server sent data before the TLS handshake'],
  ])('is down in words at %j', async (answers, reason) => {
    const outcome = await probe(mailServer({ answers }), { security: 'starttls' });

    expect(outcome).toMatchObject({ outcome: 'down', reason: expect.stringContaining(reason) });
  });

  it('introduces itself with the name of this server, and ends with QUIT', async () => {
    const heard: string[] = [];

    expect(await probe(mailServer({ heard }))).toMatchObject({ outcome: 'up' });
    await expect.poll(() => heard).toEqual(['EHLO status.test', 'QUIT']);
  });

  it('introduces itself with its address, and never as localhost, where this server has no name', async () => {
    const heard: string[] = [];
    await probe(mailServer({ heard }), {}, { ownName: null });

    await expect.poll(() => heard).toEqual(['EHLO [127.0.0.1]', 'QUIT']);
  });

  it('says QUIT to a server that refuses', async () => {
    const heard: string[] = [];
    await probe(mailServer({ heard, answers: { greeting: '554 no\r\n' } }));

    await expect.poll(() => heard).toEqual(['QUIT']);
  });

  it('says EHLO again after STARTTLS, and adds the certificate to the list', async () => {
    const heard: string[] = [];
    const certificate = await makeCertificate({ commonName: 'mx' });
    const trace = createTrace(systemClock, false);
    const options = { security: 'starttls', ca: certificate.cert };

    expect(await probe(mailServer({ heard, certificate }), options, { trace })).toMatchObject({ outcome: 'up' });
    expect(trace.certificates).toMatchObject([{ subject: { CN: 'mx' } }]);
    await expect.poll(() => heard).toEqual(['EHLO status.test', 'STARTTLS', 'EHLO status.test', 'QUIT']);
  });

  it('is down when the certificate after STARTTLS has expired, and adds it to the list', async () => {
    const certificate = await makeCertificate({
      validFrom: new Date('2026-01-01T00:00:00Z'),
      validTo: new Date('2026-02-01T00:00:00Z'),
    });
    const trace = createTrace(systemClock, false);
    const options = { security: 'starttls', ca: certificate.cert };

    expect(await probe(mailServer({ certificate }), options, { trace })).toMatchObject({
      outcome: 'down',
      reason: 'certificate expired on 2026-02-01',
    });
    expect(trace.certificates).toHaveLength(1);
    await expect.poll(() => target?.open()).toBe(0);
  });

  it('is down when the server does not begin TLS after STARTTLS', async () => {
    expect(await probe(mailServer(), { security: 'starttls' })).toMatchObject({
      outcome: 'down',
      reason: 'TLS handshake failed: the service does not speak TLS',
    });
    await expect.poll(() => target?.open()).toBe(0);
  });

  it('ends a check of a server that lists features without end', async () => {
    const answers = { EHLO: '250-more\r\n'.repeat(10_000) };

    expect(await probe(mailServer({ answers }))).toMatchObject({ reason: 'service sent more than 64 KiB' });
  });

  it('speaks TLS from the start with a security of tls', async () => {
    target = await startTcpTarget(behaviours.silent(), await makeCertificate());
    const smtps = networkTarget('SMTP', { host: target.host, port: target.port }, { security: 'tls' });

    expect(await runProbe(smtps)).toMatchObject({ outcome: 'down', reason: 'self-signed certificate' });
  });
});
