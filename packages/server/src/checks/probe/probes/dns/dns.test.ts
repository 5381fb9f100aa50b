import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { type Answer, type DecodedPacket, decode, encode, type Packet } from 'dns-packet';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../../base/domain/check.ts';
import { type Behaviour, startTcpTarget, type TcpTarget } from '../../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, type ProbeRun, runProbe } from '../conformance.ts';

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** An answer to a query. */
const answerTo = (query: DecodedPacket, answers: Answer[], changes: Partial<Packet> = {}): Buffer =>
  encode({ type: 'response', id: query.id, questions: query.questions, answers, ...changes });

const a = (data: string): Answer => ({ type: 'A', name: 'shop.test', ttl: 60, data });

/** Answers each message over TCP. */
const overTcp =
  (answer: (query: DecodedPacket) => Buffer): Behaviour =>
  (socket) => {
    socket.on('data', (bytes) => {
      const message = answer(decode(bytes.subarray(2)));
      socket.write(Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]));
    });
  };

describeProbeConformance('the DNS probe', {
  targetAt: (host, port) => networkTarget('DNS', { host: 'shop.test' }, { resolvers: [`tcp://${host}:${port}`] }),
  answering: overTcp((query) => answerTo(query, [a('192.0.2.1')])),
  unanswered: /^no answer from 127\.0\.0\.1:\d+$/,
});

/** A resolver on loopback. `answer` returns the messages to send. */
async function startResolver(answer: (query: DecodedPacket, attempt: number) => Buffer[]) {
  const socket = createSocket('udp4');
  const queries: { id: number; port: number }[] = [];
  socket.on('message', (message, from) => {
    const query = decode(message);
    queries.push({ id: query.id ?? 0, port: from.port });
    for (const bytes of answer(query, queries.length)) socket.send(bytes, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return { port, queries, address: formatHostPort('127.0.0.1', port), close: () => socket.close() };
}
type Resolver = Awaited<ReturnType<typeof startResolver>>;

describe('the DNS probe', () => {
  const open: (Resolver | TcpTarget)[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  const serve = async (...[answer]: Parameters<typeof startResolver>): Promise<Resolver> => {
    const resolver = await startResolver(answer);
    open.push(resolver);
    return resolver;
  };
  const answers = (...records: Answer[]) => serve((query) => [answerTo(query, records)]);
  const silent = () => serve(() => []);
  const probe = (resolvers: readonly Resolver[], options: GivenOptions = {}, run?: ProbeRun): Promise<ProbeOutcome> =>
    runProbe(
      networkTarget('DNS', { host: 'shop.test' }, { resolvers: resolvers.map(({ address }) => address), ...options }),
      run,
    );
  const short = { timeoutSeconds: 0.15 };

  it.each(['NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const)('is down at the answer %s', async (code) => {
    const resolver = await serve((query) => [answerTo(query, [], { flags: codes[code] })]);

    expect(await probe([resolver])).toMatchObject({
      outcome: 'down',
      reason: `resolver ${resolver.address} answered ${code}`,
      response_time_us: expect.any(Number),
    });
  });

  it('is down without a record of the type', async () => {
    expect(await probe([await answers(a('192.0.2.1'))], { record_type: 'MX' })).toMatchObject({
      reason: 'no MX record',
    });
  });

  it('names the record and the expected value', async () => {
    expect(await probe([await answers(a('192.0.2.7'))], { expected: ['192.0.2.1'] })).toMatchObject({
      outcome: 'down',
      reason: 'A record is 192.0.2.7, expected 192.0.2.1',
    });
  });

  it('is up when the first resolver is silent and the second answers', async () => {
    const first = await silent();

    expect(await probe([first, await answers(a('192.0.2.1'))], {}, { timeoutSeconds: 0.6 })).toMatchObject({
      outcome: 'up',
    });
    expect(first.queries).toHaveLength(2);
  });

  it('does not query the next resolver when the first answers', async () => {
    const first = await serve((query) => [answerTo(query, [], { flags: codes.SERVFAIL })]);
    const second = await answers(a('192.0.2.1'));

    expect(await probe([first, second])).toMatchObject({ outcome: 'down' });
    expect(second.queries).toHaveLength(0);
  });

  it('is down when both resolvers are silent', async () => {
    const both = [await silent(), await silent()];

    expect(await probe(both, {}, short)).toMatchObject({
      outcome: 'down',
      reason: `no answer from ${both[0]?.address}, ${both[1]?.address}`,
      is_unanswered: true,
    });
  });

  it('has a fault, and is not down, when the resolvers of the system are silent', async () => {
    const { address } = await silent();
    const dialer = { systemResolvers: () => [address] };

    expect(await probe([], {}, { ...short, dialer })).toMatchObject({ outcome: 'fault', fault: 'resolver' });
  });

  it('queries the resolvers of the system if none is configured', async () => {
    const { address } = await answers(a('192.0.2.1'));

    expect(await probe([], {}, { dialer: { systemResolvers: () => [address] } })).toMatchObject({ outcome: 'up' });
  });

  it('accepts resolvers by host name', async () => {
    const { port } = await answers(a('192.0.2.1'));
    const resolveName = async () => [{ address: '127.0.0.1', family: 4 }];
    const resolvers = [`udp://dns.test:${port}`];

    expect(await probe([], { resolvers }, { dialer: { resolveName } })).toMatchObject({ outcome: 'up' });
  });

  it.each(['udp', 'tcp'])('sends nothing to a refused address over %s', async (transport) => {
    expect(await probe([], { resolvers: [`${transport}://169.254.169.254`, '127.0.0.1'] })).toMatchObject({
      outcome: 'down',
      reason: 'link-local and cloud metadata addresses are never opened',
    });
  });

  it('ignores answers with another id or question, and malformed ones', async () => {
    const questions = [{ type: 'A', name: 'other.test' } as const];
    const resolver = await serve((query) => [
      answerTo(query, [a('6.6.6.6')], { id: ((query.id ?? 0) + 1) % 65_536 }),
      answerTo(query, [a('6.6.6.6')], { questions }),
      answerTo(query, [a('6.6.6.6')], { questions: [] }),
      Buffer.from('no message'),
      answerTo(query, [a('192.0.2.1')]),
    ]);

    expect(await probe([resolver], { expected: ['192.0.2.1'] })).toMatchObject({ outcome: 'up' });
  });

  it('sends a query that got no answer once more', async () => {
    const resolver = await serve((query, attempt) => (attempt === 2 ? [answerTo(query, [a('192.0.2.1')])] : []));

    expect(await probe([resolver], {}, { timeoutSeconds: 0.6 })).toMatchObject({ outcome: 'up' });
  });

  it('queries with a random id from a random port', async () => {
    const resolver = await answers(a('192.0.2.1'));
    for (let check = 0; check < 4; check += 1) await probe([resolver]);

    expect(new Set(resolver.queries.map(({ id }) => id)).size).toBeGreaterThan(2);
    expect(new Set(resolver.queries.map(({ port }) => port)).size).toBeGreaterThan(2);
  });

  it('fetches a truncated answer over TCP', async () => {
    const target = await startTcpTarget(overTcp((query) => answerTo(query, [a('192.0.2.1')])));
    const socket = createSocket('udp4');
    socket.on('message', (message, from) =>
      socket.send(answerTo(decode(message), [], { flags: 1 << 9 }), from.port, from.address),
    );
    socket.bind(target.port, '127.0.0.1');
    await once(socket, 'listening');
    open.push(target, { close: () => socket.close() } as Resolver);

    expect(await probe([], { resolvers: [`127.0.0.1:${target.port}`] })).toMatchObject({ outcome: 'up' });
    expect(target.total()).toBe(1);
  });

  it('reads the longest message that fits over TCP', async () => {
    const longest = (query: DecodedPacket): Buffer => {
      const withPadding = (data: Buffer): Buffer =>
        answerTo(query, [a('192.0.2.1')], { additionals: [{ type: 'NULL', name: 'shop.test', data }] });
      return withPadding(Buffer.alloc(0xffff - withPadding(Buffer.alloc(0)).length));
    };
    const target = await startTcpTarget(overTcp(longest));
    open.push(target);

    expect(await probe([], { resolvers: [`tcp://127.0.0.1:${target.port}`] })).toMatchObject({ outcome: 'up' });
  });

  it.each([
    ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
    ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
    ['münchen.test.', 'xn--mnchen-3ya.test'],
  ])('queries for %s by the name %s', async (host, name) => {
    const resolver = await serve((query) => [answerTo(query, [{ type: 'PTR', name, data: 'shop.test' }])]);
    const queried = await runProbe(
      networkTarget('DNS', { host }, { record_type: 'PTR', resolvers: [resolver.address], expected: ['Shop.Test.'] }),
    );

    expect(queried).toMatchObject({ outcome: 'up' });
  });
});
