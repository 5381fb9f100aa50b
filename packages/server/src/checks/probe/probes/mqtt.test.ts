import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, type ProbeRun, runProbe } from './conformance.ts';
import { decodePublish, encodePacket } from './mqtt.ts';

const connack = (code: number): Buffer => Buffer.from([0x20, 2, 0, code]);
const suback = (code: number): Buffer => Buffer.from([0x90, 3, 0, 1, code]);
const publish = (payload: string, topic = 'x', flags = 0): Buffer =>
  encodePacket(
    0x30 | flags,
    Buffer.concat([
      Buffer.from([0, topic.length]),
      Buffer.from(topic),
      Buffer.from(flags ? [0, 7] : []),
      Buffer.from(payload),
    ]),
  );

interface BrokerAnswers {
  connect?: Buffer;
  subscribe?: readonly Buffer[];
}

/** A broker that answers each packet by its type. */
const broker =
  ({ connect = connack(0), subscribe = [] }: BrokerAnswers = {}, heard: Buffer[] = []): Behaviour =>
  (socket) => {
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk);
      if (chunk[0] === 0x10) socket.write(connect);
      if (chunk[0] === 0x82) socket.write(Buffer.concat(subscribe));
    });
  };

describeProbeConformance('the MQTT probe', {
  targetAt: (host, port) => networkTarget('MQTT', { host, port }),
  answering: broker(),
  // The length of a packet whose rest does not arrive in time.
  dripping: behaviours.drips('\u0020', 200),
});

describe('the MQTT probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}, run?: ProbeRun): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('MQTT', { host: target.host, port: target.port }, options), run);
  };

  it.each([
    ['accepts', { connect: connack(0) }, {}],
    ['refuses a client without a user name', { connect: connack(4) }, {}],
    ['does not authorize a client without a user name', { connect: connack(5) }, {}],
    ['sends a message before its SUBACK', { subscribe: [publish('on'), suback(0)] }, { topic: 'x' }],
    [
      'sends the expected text',
      { subscribe: [suback(0), publish('off'), publish('on ✓')] },
      { topic: 'x', expect: '✓' },
    ],
    ['sends with another quality of service', { subscribe: [publish('on', 'x', 2)] }, { topic: '+', expect: 'on' }],
    ['begins a long message', { subscribe: [Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])] }, { topic: 'x' }],
  ])('finds a broker up that %s', async (_, answers, options) => {
    expect(await probe(broker(answers), options)).toMatchObject({
      outcome: 'up',
      response_time_us: expect.any(Number),
    });
  });

  const notMqtt = 'answer is not valid MQTT';
  it.each([
    [{ connect: connack(2) }, {}, 'broker refused the connection (code 2)'],
    [{ connect: connack(5) }, { username: 'ops' }, 'broker refused the connection (code 5)'],
    [{ connect: connack(4) }, { topic: 'x' }, 'broker refused the connection (code 4)'],
    [{ subscribe: [suback(0x80)] }, { topic: 'x' }, 'broker refused the subscription to "x"'],
    [{ connect: Buffer.from([0x20, 0xff, 0xff, 0xff, 0xff, 1]) }, {}, notMqtt],
    [{ connect: Buffer.from([0x20, 0xff, 0xff, 0xff, 0x7f]) }, {}, notMqtt],
    [{ connect: Buffer.from('HTTP/1.1 400 Bad Request') }, {}, notMqtt],
    [{ subscribe: [Buffer.from([0x30, 3, 0, 9, 0x61])] }, { topic: 'x', expect: 'on' }, notMqtt],
    [
      { subscribe: [suback(0), Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(70_000)] },
      { topic: 'x', expect: 'on' },
      'service sent more than 64 KiB',
    ],
  ])('is down in words at %o with %j', async (answers, options, reason) => {
    expect(await probe(broker(answers), options)).toMatchObject({ outcome: 'down', reason });
  });

  it.each([
    [{ topic: 'x' }, 'no message on "x" within 0.2 s'],
    [{ topic: 'x', expect: 'on' }, 'no message on "x" with the expected text within 0.2 s'],
  ])('names the topic %j that had no message in the timeout of the monitor', async (options, reason) => {
    const subscribe = 'expect' in options ? [suback(0), publish('off')] : [suback(0)];
    const outcome = await probe(broker({ subscribe }), options, { timeoutSeconds: 0.2 });

    expect(outcome).toMatchObject({ outcome: 'down', reason });
    expect(outcome).not.toHaveProperty('is_unanswered');
    await expect.poll(() => target?.open()).toBe(0);
  });

  it('signs in, subscribes and leaves with DISCONNECT, each time as another client', async () => {
    const heard: Buffer[] = [];
    const options = { username: 'ops', password: 's3cret', topic: 'a/#' };
    const clientIds: string[] = [];
    for (const _ of [1, 2]) {
      heard.length = 0;
      await probe(broker({ subscribe: [publish('on')] }, heard), options);
      await expect.poll(() => heard.length).toBe(3);
      const [connect, subscribe, disconnect] = heard.map((bytes) => bytes.toString('latin1'));
      const [, clientId = ''] =
        /^\x10\x30\0\x04MQTT\x04\xc2\0\0\0\x17(upvigil[0-9a-f]{16})\0\x03ops\0\x06s3cret$/.exec(connect ?? '') ?? [];
      clientIds.push(clientId);
      expect(subscribe).toBe('\x82\x08\0\x01\0\x03a/#\0');
      expect(disconnect).toBe('\xe0\0');
      await target?.close();
    }
    expect(clientIds[0]).toMatch(/^upvigil/);
    expect(clientIds[0]).not.toBe(clientIds[1]);
  });
});

it('reads the payload of a message, and nothing from one whose lengths do not fit', () => {
  fc.assert(
    fc.property(fc.nat(15), fc.uint8Array({ maxLength: 40 }), (flags, bytes) => {
      const payload = decodePublish(flags, Buffer.from(bytes));
      expect(payload?.length ?? 0).toBeLessThanOrEqual(bytes.length);
    }),
  );
  expect(decodePublish(0, Buffer.from('\0\x01xon'))?.toString()).toBe('on');
  expect(decodePublish(2, Buffer.from('\0\x01x\0\x07on'))?.toString()).toBe('on');
  expect(decodePublish(2, Buffer.from('\0\x01x\0'))).toBeNull();
});
