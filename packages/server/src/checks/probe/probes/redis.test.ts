import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

/** A server that answers each command by its first word. */
const redisServer =
  (answers: Readonly<Record<string, string>>, heard: string[] = []): Behaviour =>
  (socket) => {
    socket.on('data', (chunk: Buffer) => {
      const words = chunk
        .toString()
        .split('\r\n')
        .filter((_, at) => at % 2 === 0 && at > 0);
      heard.push(words.filter(Boolean).join(' '));
      const [first = ''] = words;
      socket.write(`${answers[first] ?? '+OK'}\r\n`);
    });
  };

describeProbeConformance('the Redis probe', {
  targetAt: (host, port) => networkTarget('REDIS', { host, port }),
  answering: redisServer({ PING: '+PONG' }),
});

describe('the Redis probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('REDIS', { host: target.host, port: target.port }, options));
  };

  it.each(['-NOAUTH Authentication required.', '-NOPERM this user has no permissions', '+PONG'])(
    'finds a server up without a sign-in that answers %j',
    async (answer) => {
      expect(await probe(redisServer({ PING: answer }))).toMatchObject({ outcome: 'up' });
    },
  );

  it.each([
    [{ PING: '-LOADING Redis is loading the dataset in memory' }, {}, 'Redis is loading its data (LOADING)'],
    [{ PING: '-MASTERDOWN Link with MASTER is down' }, {}, 'replica is not connected to its master (MASTERDOWN)'],
    [{ AUTH: '-WRONGPASS invalid username-password pair' }, { username: 'ops', password: 'x1' }, 'sign-in refused'],
    [
      { PING: '-DENIED Redis is running in protected mode' },
      {},
      'server answered "DENIED Redis is running in protected mode"',
    ],
    [{ SELECT: '-ERR DB index is out of range' }, { database: '99' }, 'server answered "ERR DB index is out of range"'],
    [{ PING: 'HTTP/1.1 400 Bad Request' }, {}, 'server answered "HTTP/1.1 400 Bad Request"'],
  ])('is down in words at %j with %j', async (answers, options, reason) => {
    expect(await probe(redisServer({ PING: '+PONG', ...answers }), options)).toMatchObject({ outcome: 'down', reason });
  });

  it('signs in and selects the database', async () => {
    const heard: string[] = [];
    const signedIn = await probe(redisServer({ PING: '+PONG' }, heard), { password: 's3cret pass', database: '2' });

    expect(signedIn).toMatchObject({ outcome: 'up' });
    await expect.poll(() => heard).toEqual(['AUTH s3cret pass', 'SELECT 2', 'PING']);
  });

  it('names the command that a silent server did not answer', async () => {
    target = await startTcpTarget(behaviours.silent());
    const selecting = networkTarget('REDIS', { host: target.host, port: target.port }, { database: '2' });

    expect(await runProbe(selecting, { timeoutSeconds: 0.1 })).toMatchObject({
      reason: 'timed out after 0.1 s while waiting for the answer to SELECT',
    });
  });

  it('does not repeat a password that the server echoes', async () => {
    const echo = { AUTH: '-ERR no user for s3cret-pass' };

    expect(await probe(redisServer(echo), { username: 'ops', password: 's3cret-pass' })).toMatchObject({
      reason: 'server answered "ERR no user for [removed]"',
    });
  });

  it('ends a check of a server that sends without end', async () => {
    const endless = await probe(behaviours.says('x'.repeat(100_000)));

    expect(endless).toMatchObject({ outcome: 'down', reason: 'service sent more than 64 KiB' });
  });
});
