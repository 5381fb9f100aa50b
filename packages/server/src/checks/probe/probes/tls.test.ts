import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createTrace } from '../tracing/trace.ts';
import { describeProbeConformance, networkTarget, type ProbeRun, runProbe } from './conformance.ts';

const certificate = await makeCertificate();
const expired = await makeCertificate({ validFrom: new Date('2020-01-01'), validTo: new Date('2020-02-01') });

/** Begins TLS as a server. */
const secure = (socket: Socket, options = {}): TLSSocket => {
  const secured = new TLSSocket(socket, { isServer: true, ...certificate, ...options });
  return secured.on('error', () => undefined);
};

const overTls =
  (behaviour: Behaviour, options = {}): Behaviour =>
  (socket) =>
    behaviour(secure(socket, options));

describeProbeConformance('the TLS probe', {
  targetAt: (host, port) => networkTarget('TLS', { host, port, expected_response: 'ready' }, { tls_verify: false }),
  answering: overTls(behaviours.says('ready')),
  dripping: overTls(behaviours.drips('x', 10)),
});

/** A server that greets, answers one message after the other, and then begins TLS. */
const startingTls =
  (greeting: string, answers: readonly string[], options = {}): Behaviour =>
  (socket) => {
    const left = [...answers];
    socket.write(greeting);
    socket.on('data', function answer() {
      socket.write(left.shift() ?? '');
      if (left.length > 0) return;
      socket.removeListener('data', answer);
      secure(socket, options);
    });
  };

const smtp = ['220 mail.test ESMTP\r\n', ['250-mail.test\r\n250-SIZE 1000\r\n250 STARTTLS\r\n', '220 go\r\n']] as const;
const postgresql = ['', ['S']] as const;

describe('the TLS probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options: GivenOptions = {}, run?: ProbeRun): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    const trusted = { ca: certificate.cert, ...options };
    return runProbe(networkTarget('TLS', { host: target.host, port: target.port }, trusted), run);
  };
  const silent = behaviours.silent();

  it('is up after a verified handshake, and down with another certificate', async () => {
    expect(await probe(overTls(silent))).toMatchObject({ outcome: 'up' });
    await target?.close();
    expect(await probe(overTls(silent), { ca: '' })).toMatchObject({
      outcome: 'down',
      reason: 'self-signed certificate',
    });
  });

  it('is up when the server selects the protocol', async () => {
    expect(await probe(overTls(silent, { ALPNProtocols: ['h2'] }), { alpn: 'h2' })).toMatchObject({ outcome: 'up' });
  });

  it.each([
    ['selects none', {}],
    ['refuses it by an alert', { ALPNProtocols: ['http/1.1'] }],
  ])('is down when the server %s', async (_, options) => {
    expect(await probe(overTls(silent, options), { alpn: 'h2' })).toMatchObject({
      outcome: 'down',
      reason: 'server does not offer h2',
    });
  });

  it.each([
    ['smtp', ...smtp],
    ['imap', '* OK ready\r\n', ['* CAPABILITY IMAP4rev1\r\na1 OK begin\r\n']],
    ['pop3', '+OK ready\r\n', ['+OK begin\r\n']],
    ['postgresql', ...postgresql],
  ])('begins TLS within %s', async (starttls, greeting, answers) => {
    expect(await probe(startingTls(greeting, answers), { starttls })).toMatchObject({ outcome: 'up' });
  });

  it.each([
    ['smtp', '220 mail.test\r\n', ['250 mail.test\r\n'], 'server does not offer STARTTLS'],
    ['smtp', '421 busy\r\n', [], 'server answered "421 busy"'],
    ['imap', '* OK ready\r\n', ['a1 BAD unknown command\r\n'], 'server does not offer STARTTLS'],
    ['imap', '* BYE busy\r\n', [], 'greeting was "* BYE busy"'],
    ['pop3', '+OK ready\r\n', ['-ERR unknown command\r\n'], 'server does not offer STARTTLS'],
    ['postgresql', '', ['N'], 'server does not offer TLS'],
    ['pop3', '+OK ready\r\n', ['+OK begin\r\n+OK added\r\n'], 'server sent data before the TLS handshake'],
  ])('is down with %s and the greeting %j and answers %j', async (starttls, greeting, answers, reason) => {
    const socket = startingTls(greeting, [...answers, ...answers]);

    expect(await probe(socket, { starttls })).toMatchObject({ outcome: 'down', reason });
  });

  it('finds the expected response in the greeting before STARTTLS', async () => {
    target = await startTcpTarget(startingTls(...smtp));
    const fields = { host: target.host, port: target.port, expected_response: 'ESMTP' };

    expect(await runProbe(networkTarget('TLS', fields, { starttls: 'smtp', ca: certificate.cert }))).toMatchObject({
      outcome: 'up',
    });
  });

  it.each([
    ['smtp', smtp],
    ['postgresql', postgresql],
  ] as const)(
    'adds the certificate of STARTTLS of %s to the list, and is down with an expired one',
    async (...[starttls, [greeting, answers]]) => {
      const trace = createTrace(systemClock, false);
      const outcome = await probe(startingTls(greeting, answers, expired), { starttls, ca: expired.cert }, { trace });

      expect(outcome).toMatchObject({ outcome: 'down', reason: 'certificate expired on 2020-02-01', tls_failed: true });
      expect(trace.certificates.map(({ valid_to }) => new Date(valid_to).getFullYear())).toEqual([2020]);
    },
  );
});
