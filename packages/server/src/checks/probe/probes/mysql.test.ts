import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createTrace } from '../tracing/trace.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

function packet(sequence: number, payload: string): string {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head.writeUInt8(sequence, 3);
  return head.toString('latin1') + payload;
}

const greetingOf = (plugin: string, { offersTls = false } = {}): string => {
  const capabilities = offersTls ? '\xff\xff' : '\xff\xf7';
  const challenge = ['12345678\0', '123456789012\0'] as const;
  const rest = `\x2d\x02\x00\xff\xc1\x15${'\0'.repeat(10)}${challenge[1]}${plugin}\0`;
  return packet(0, `\x0a8.4.0\0\x07\0\0\0${challenge[0]}${capabilities}${rest}`);
};
const greeting = greetingOf('mysql_native_password');
const errorAnswer = (code: number, text: string): string =>
  `\xff${String.fromCharCode(code % 256, Math.floor(code / 256))}#HY000${text}`;
const denied = errorAnswer(1045, "Access denied for user 'upvigil'@'192.0.2.1' (using password: NO)");
const okAnswer = '\x00\0\0\x02\0\0\0';
const selected = [
  '\x01',
  '\x03def\0\0\0\x011\0\x0c\x3f\0\x01\0\0\0\x08\x81\0\0\0\0',
  '\xfe\0\0\x02\0',
  '\x011',
  '\xfe\0\0\x02\0',
];
const rows = selected.map((payload, at) => packet(at + 1, payload)).join('');

/** Sends the greeting, then answers the packets of a client one after the other. */
const mysql =
  (hello: string, answers: readonly string[], heard: string[] = []): Behaviour =>
  (socket) => {
    let at = 0;
    socket.write(hello, 'latin1');
    socket.on('data', (chunk) => {
      heard.push(chunk.toString('latin1'));
      socket.write(answers[at] ?? '', 'latin1');
      at += 1;
    });
  };

/** Length of the packet by which a client requests TLS. */
const requestForTls = 36;

const signIn = { username: 'ops', password: 'right-password' };

describeProbeConformance('the MySQL probe', {
  targetAt: (host, port) => networkTarget('MYSQL', { host, port }),
  answering: mysql(greeting, [packet(2, denied)]),
  dripping: behaviours.drips('\x00\x70\0\0', 10),
});

describe('the MySQL probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}, timeoutSeconds = 5): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('MYSQL', { host: target.host, port: target.port }, options), { timeoutSeconds });
  };

  it.each([
    ['refuses the user', greeting, [packet(2, denied)]],
    ['accepts the user', greeting, [packet(2, okAnswer)]],
    ['does not allow this host', packet(0, errorAnswer(1130, 'Host is not allowed to connect')), []],
    [
      'changes the method of authentication',
      greetingOf('caching_sha2_password'),
      [packet(2, '\xfemysql_native_password\x0a3456789012\0'), packet(4, denied)],
    ],
  ])('finds a server up without a sign-in that %s', async (_, hello, answers) => {
    expect(await probe(mysql(hello, answers))).toMatchObject({ outcome: 'up' });
  });

  it('answers the greeting as user upvigil, because a connection that ends there counts as an error', async () => {
    const heard: string[] = [];

    await probe(mysql(greeting, [packet(2, okAnswer)], heard));

    expect(heard[0]).toContain('upvigil\0\0mysql_native_password\0');
    await expect.poll(() => heard[1]).toBe(packet(0, '\x01'));
  });

  it.each([
    ['too many connections (1040)', packet(0, errorAnswer(1040, 'Too many connections'))],
    ['server blocks this host (1129)', packet(0, errorAnswer(1129, 'Host is blocked'))],
    ['server answered "Unknown error"', packet(0, errorAnswer(1105, 'Unknown error'))],
    ['server does not speak the protocol of MySQL', '\xff\xff\xff\0\x0a8.4.0'],
    ['server does not speak the protocol of MySQL', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['server does not speak the protocol of MySQL', packet(0, '\x0a8.4.0')],
  ])('is down after a greeting: %s', async (reason, hello) => {
    expect(await probe(mysql(hello, []))).toMatchObject({ outcome: 'down', reason });
  });

  it.each([
    ['too many connections (1203)', packet(2, errorAnswer(1203, 'max_user_connections'))],
    ['server does not speak the protocol of MySQL', `\xff\xff\xff\x02${'x'.repeat(1000)}`],
    ['service sent more than 64 KiB', packet(2, '\xfeany\0').repeat(9_000)],
  ])('is down after an answer: %s', async (reason, answer) => {
    expect(await probe(mysql(greeting, [answer]))).toMatchObject({ outcome: 'down', reason });
  });

  it('signs in, sends SELECT 1 and ends the session', async () => {
    const heard: string[] = [];
    const server = mysql(greeting, [packet(2, okAnswer), rows], heard);

    expect(await probe(server, { ...signIn, database: 'shop' })).toMatchObject({ outcome: 'up' });
    expect(heard[0]).toMatch(/ops\0.*shop\0mysql_native_password\0/s);
    await expect.poll(() => heard.slice(1)).toEqual([packet(0, '\x03SELECT 1'), packet(0, '\x01')]);
  });

  it.each([
    ['sign-in refused', packet(2, denied)],
    ['too many connections (1203)', packet(2, errorAnswer(1203, 'max_user_connections'))],
    ['server answered "Unknown database \'shop\'"', packet(2, errorAnswer(1049, "Unknown database 'shop'"))],
    ['server answered "not [removed]"', packet(2, errorAnswer(1105, 'not right-password'))],
    ['service sent more than 64 KiB', `\xff\xff\xff\x02${'x'.repeat(70_000)}`],
  ])('is down after a sign-in: %s', async (reason, answer) => {
    expect(await probe(mysql(greeting, [answer]), signIn)).toMatchObject({ outcome: 'down', reason });
  });

  it('does not send the password without encryption to a server that requests it so', async () => {
    const heard: string[] = [];
    const outcome = await probe(mysql(greeting, [packet(2, '\xfemysql_clear_password\0')], heard), signIn);

    expect(outcome).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/^sign-in failed: Server requested/),
    });
    expect(heard.join('')).not.toContain(signIn.password);
  });

  it.each([
    ['closes', behaviours.closes(), /^connection closed without a greeting$/],
    ['is silent', behaviours.silent(), /^timed out after 0.3 s while waiting for the greeting$/],
  ])('ends the sign-in to a service that %s', async (_, behaviour, reason) => {
    const outcome = await probe(behaviour, signIn, 0.3);

    expect(outcome).toMatchObject({ outcome: 'down', reason: expect.stringMatching(reason) });
    await expect.poll(() => target?.open()).toBe(0);
  });

  it.each([{}, signIn])('is down without an offer of TLS, and answers the greeting nevertheless', async (options) => {
    const heard: string[] = [];

    expect(await probe(mysql(greeting, [packet(2, denied)], heard), { security: 'tls', ...options })).toMatchObject({
      outcome: 'down',
      reason: 'server does not offer TLS',
    });
    expect(heard[0]).toContain('upvigil\0');
  });

  /** Speaks over TLS, once the client requests it. */
  async function startTlsTarget(certificate: Certificate, answers: readonly string[], heard: string[]) {
    target = await startTcpTarget((socket) => {
      socket.write(greetingOf('mysql_native_password', { offersTls: true }), 'latin1');
      socket.on('readable', function begin() {
        if (socket.read(requestForTls) === null) return;
        socket.off('readable', begin);
        const secure = new TLSSocket(socket, { isServer: true, ...certificate });
        secure.on('error', () => socket.destroy());
        mysql('', answers, heard)(secure);
      });
    });
    return target;
  }

  it.each([
    ['without a sign-in', {}, 'upvigil\0\0mysql_native_password\0'],
    ['with a sign-in', signIn, 'upvigil\0\0\0mysql_native_password\0'],
  ])('answers as a user without a password over an invalid certificate, %s', async (_, options, answer) => {
    const heard: string[] = [];
    const { host, port } = await startTlsTarget(await makeCertificate(), [packet(3, denied)], heard);
    const secure = networkTarget('MYSQL', { host, port }, { security: 'tls', ...options });

    expect(await runProbe(secure)).toMatchObject({ outcome: 'down', reason: 'self-signed certificate' });
    expect(heard).toEqual([expect.stringContaining(answer)]);
  });

  it.each([
    ['without a sign-in', {}, [packet(3, denied)]],
    ['with a sign-in', signIn, [packet(3, okAnswer), rows]],
  ])('negotiates TLS within the protocol, %s', async (_, options, answers) => {
    const certificate = await makeCertificate({ commonName: 'db.test' });
    const heard: string[] = [];
    const trace = createTrace(systemClock, false);
    const { host, port } = await startTlsTarget(certificate, answers, heard);
    const secure = { security: 'tls', ca: certificate.cert, ...options };

    expect(await runProbe(networkTarget('MYSQL', { host, port }, secure), { trace })).toMatchObject({ outcome: 'up' });
    expect(trace.certificates.map(({ subject }) => subject.CN)).toEqual(['db.test']);
    expect(heard[0]).toContain('mysql_native_password');
  });
});
