import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createTrace } from '../tracing/trace.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

function message(type: string, payload: Buffer | string): string {
  const bytes = Buffer.from(payload as string);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]).toString('latin1');
}
const authentication = (kind: number): string => message('R', Buffer.from([0, 0, 0, kind]));
const ready = message('Z', 'I');
const errorAnswer = (code: string, text: string): string => message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
const selected = `${message('T', '\0\0')}${message('D', '\0\0')}${message('C', 'SELECT 1\0')}${ready}`;

/** Answers the packets of a client, one after the other. */
const postgres =
  (answers: readonly string[], heard: string[] = []): Behaviour =>
  (socket) => {
    let at = 0;
    socket.on('data', (chunk) => {
      heard.push(chunk.toString('latin1'));
      socket.write(answers[at] ?? '', 'latin1');
      at += 1;
    });
  };

/** Accepts a request for TLS and answers over it. */
const tlsPostgres =
  (certificate: Certificate, answers: readonly string[]): Behaviour =>
  (socket) => {
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...certificate });
      secure.on('error', () => socket.destroy());
      postgres(answers)(secure);
    });
  };

const signIn = { username: 'ops', password: 'right-password' };

describeProbeConformance('the PostgreSQL probe', {
  targetAt: (host, port) => networkTarget('POSTGRESQL', { host, port }),
  answering: postgres([authentication(10)]),
  dripping: behaviours.drips(message('S', 'a\0b\0'), 10),
});

describe('the PostgreSQL probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}, timeoutSeconds = 5): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('POSTGRESQL', { host: target.host, port: target.port }, options), { timeoutSeconds });
  };

  it.each([
    ['requests a password', authentication(3)],
    ['is ready', `${authentication(0)}${message('S', 'server_version\x0018\0')}${ready}`],
    ['has no such user', errorAnswer('28000', 'role "upvigil" does not exist')],
    ['has no such database', `${authentication(0)}${errorAnswer('3D000', 'database "upvigil" does not exist')}`],
  ])('finds a server up without a sign-in that %s', async (_, answer) => {
    const heard: string[] = [];

    expect(await probe(postgres([answer], heard))).toMatchObject({ outcome: 'up' });
    expect(heard[0]).toContain('user\0upvigil\0');
  });

  it.each([
    ['server is starting up (57P03)', errorAnswer('57P03', 'the database system is starting up')],
    ['too many connections (53300)', errorAnswer('53300', 'sorry, too many clients already')],
    ['server answered "cache lookup failed"', errorAnswer('XX000', 'cache lookup failed')],
    ['server does not speak the protocol of PostgreSQL', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['server does not speak the protocol of PostgreSQL', 'E\x7f\xff\xff\xff'],
    ['service sent more than 64 KiB', message('S', `a\0${'b'.repeat(30_000)}\0`).repeat(3)],
  ])('is down without a sign-in: %s', async (reason, answer) => {
    expect(await probe(postgres([answer]))).toMatchObject({ outcome: 'down', reason });
  });

  it('signs in, sends SELECT 1 and ends the session', async () => {
    const heard: string[] = [];
    const answers = [authentication(3), `${authentication(0)}${ready}`, selected];

    expect(await probe(postgres(answers, heard), { ...signIn, database: 'shop' })).toMatchObject({ outcome: 'up' });
    expect(heard[0]).toContain('user\0ops\0database\0shop\0');
    await expect
      .poll(() => heard.slice(1))
      .toEqual([message('p', 'right-password\0'), message('Q', 'SELECT 1\0'), message('X', '')]);
  });

  it.each([
    ['sign-in refused', errorAnswer('28P01', 'password authentication failed for user "ops"')],
    ['server is starting up (57P03)', errorAnswer('57P03', 'the database system is starting up')],
    ['too many connections (53300)', `${authentication(0)}${errorAnswer('53300', 'remaining slots are reserved')}`],
    ['server answered "database "ops" does not exist"', errorAnswer('3D000', 'database "ops" does not exist')],
    ['server answered "no such user: [removed]"', errorAnswer('XX000', 'no such user: right-password')],
    ['service sent more than 64 KiB', `E\x7f\xff\xff\xff${'x'.repeat(70_000)}`],
  ])('is down with a sign-in: %s', async (reason, answer) => {
    expect(await probe(postgres([answer]), signIn)).toMatchObject({ outcome: 'down', reason });
  });

  it.each([
    ['closes', behaviours.closes(), /^connection closed without an answer$/],
    ['is silent', behaviours.silent(), /^timed out after 0.3 s while signing in$/],
    ['sends anything', behaviours.says('HTTP/1.1 400 Bad Request\r\n\r\n'), /^timed out|^server/],
  ])('ends the sign-in to a service that %s', async (_, behaviour, reason) => {
    const outcome = await probe(behaviour, signIn, 0.3);

    expect(outcome).toMatchObject({ outcome: 'down', reason: expect.stringMatching(reason) });
    await expect.poll(() => target?.open()).toBe(0);
  });

  it.each([
    ['N', 'server does not offer TLS'],
    ['Splain text', 'server sent data before the TLS handshake'],
  ])('is down at the answer %j to a request for TLS', async (answer, reason) => {
    expect(await probe(postgres([answer]), { security: 'tls' })).toMatchObject({ outcome: 'down', reason });
  });

  it.each([
    ['without a sign-in', {}, [authentication(10)]],
    ['with a sign-in', signIn, [authentication(3), `${authentication(0)}${ready}`, selected]],
  ])('adds the certificate of TLS that begins within the protocol to the list, %s', async (_, options, answers) => {
    const certificate = await makeCertificate({ commonName: 'db.test' });
    target = await startTcpTarget(tlsPostgres(certificate, answers));
    const trace = createTrace(systemClock, false);
    const { host, port } = target;
    const secure = networkTarget('POSTGRESQL', { host, port }, { security: 'tls', ca: certificate.cert, ...options });

    expect(await runProbe(secure, { trace })).toMatchObject({ outcome: 'up' });
    expect(trace.certificates.map(({ subject }) => subject.CN)).toEqual(['db.test']);
  });

  it('is down with an expired certificate, which it adds to the list', async () => {
    const validTo = new Date('2026-03-01T00:00:00Z');
    const certificate = await makeCertificate({ validFrom: new Date('2026-01-01T00:00:00Z'), validTo });
    target = await startTcpTarget(tlsPostgres(certificate, [authentication(10)]));
    const trace = createTrace(systemClock, false);
    const { host, port } = target;
    const expired = networkTarget('POSTGRESQL', { host, port }, { security: 'tls', ca: certificate.cert });

    expect(await runProbe(expired, { trace })).toMatchObject({
      outcome: 'down',
      reason: 'certificate expired on 2026-03-01',
    });
    expect(trace.certificates).toHaveLength(1);
  });
});
