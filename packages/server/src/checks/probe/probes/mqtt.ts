import { randomUUID } from 'node:crypto';
import { TargetFailure } from '../target-failure.ts';
import { type Conversation, converseOn } from './conversation.ts';
import { serviceProbe } from './service.ts';

/** Of MQTT 3.1.1 (https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html). */
const packetTypes = { connect: 1, connack: 2, publish: 3, subscribe: 8, suback: 9, disconnect: 14 } as const;
/** Codes of CONNACK: a wrong user name or password, and a client that is not authorized. */
const signInCodes = [4, 5];

/** Connects; with a topic, subscribes and waits for a message. Ends with DISCONNECT. */
export const probeMqtt = serviceProbe<'MQTT'>(async ({ socket, target, context, onEnd }) => {
  const { username, password, topic, expect } = target.options;
  const mqtt = converseOn(socket, context.signal);
  onEnd(() => mqtt.end(encodeDisconnect()));
  context.step('waiting for the answer to CONNECT');
  mqtt.send(encodeConnect({ clientId: uniqueClientId(), username, password }));
  const code = await readConnectCode(mqtt);
  if (signInCodes.includes(code) && username === '' && topic === '') return;
  if (code !== 0) throw new TargetFailure(`broker refused the connection (code ${code})`);
  if (topic === '') return;
  context.step('waiting for a message', `no message on "${topic}"`);
  mqtt.send(encodeSubscribe(topic));
  while (!(await readMessage(mqtt, topic, expect))) {
    context.step('waiting for a message', `no message on "${topic}" with the expected text`);
  }
});

/** Every server accepts up to 23 letters and digits. A broker closes the older of two connections of one client id. */
const uniqueClientId = (): string => `upvigil${randomUUID().replaceAll('-', '').slice(0, 16)}`;

async function readConnectCode(mqtt: Conversation): Promise<number> {
  const what = 'an answer to CONNECT';
  const { type, length } = await readHeader(mqtt, what);
  if (type !== packetTypes.connack || length !== 2) throw notMqtt();
  return (await mqtt.bytes(length, what)).readUInt8(1);
}

/** Reads packets up to a message. Returns whether it contains the expected text. */
async function readMessage(mqtt: Conversation, topic: string, expected: string): Promise<boolean> {
  for (;;) {
    const { type, flags, length } = await readHeader(mqtt, 'a message');
    // The payload may be long, so it is read only if it matters.
    if (type === packetTypes.publish && expected === '') return true;
    const body = await mqtt.bytes(length, 'a message');
    if (type === packetTypes.suback && body.at(-1) === 0x80) {
      throw new TargetFailure(`broker refused the subscription to "${topic}"`);
    }
    if (type === packetTypes.publish) {
      const payload = decodePublish(flags, body);
      if (payload === null) throw notMqtt();
      return payload.includes(Buffer.from(expected, 'utf8'));
    }
  }
}

/** The first byte and the remaining length of up to four bytes (MQTT 3.1.1, section 2.2). */
async function readHeader(mqtt: Conversation, what: string): Promise<{ type: number; flags: number; length: number }> {
  const head = await mqtt.bytes(2, what);
  const first = head.readUInt8(0);
  let last = head.readUInt8(1);
  let length = last & 0x7f;
  for (let digit = 1; last >= 0x80; digit += 1) {
    if (digit === 4) throw notMqtt();
    last = (await mqtt.bytes(1, what)).readUInt8();
    length += (last & 0x7f) * 128 ** digit;
  }
  return { type: first >> 4, flags: first & 0x0f, length };
}

const notMqtt = (): TargetFailure => new TargetFailure('answer is not valid MQTT');

interface Client {
  clientId: string;
  /** Empty: no sign-in. */
  username: string;
  password: string;
}

/** Requests a session that ends with the connection, without keep-alive. */
function encodeConnect({ clientId, username, password }: Client): Buffer {
  const cleanSession = 0x02;
  const flags = cleanSession | (username === '' ? 0 : 0x80) | (username === '' || password === '' ? 0 : 0x40);
  const level = 4;
  const keepAlive = [0, 0];
  const credentials = username === '' ? [] : [username, ...(password === '' ? [] : [password])];
  return encodePacket(
    packetTypes.connect << 4,
    Buffer.concat([
      encodeText('MQTT'),
      Buffer.from([level, flags, ...keepAlive]),
      ...[clientId, ...credentials].map(encodeText),
    ]),
  );
}

/** Subscribes to one topic, whose messages need no acknowledgement. */
function encodeSubscribe(topic: string): Buffer {
  const packetId = [0, 1];
  const requiredFlags = 0x02;
  const qualityOfService = [0];
  return encodePacket(
    (packetTypes.subscribe << 4) | requiredFlags,
    Buffer.concat([Buffer.from(packetId), encodeText(topic), Buffer.from(qualityOfService)]),
  );
}

const encodeDisconnect = (): Buffer => encodePacket(packetTypes.disconnect << 4, Buffer.alloc(0));

/** The payload of a message; null if its lengths do not fit. */
export function decodePublish(flags: number, body: Buffer): Buffer | null {
  if (body.length < 2) return null;
  const hasPacketId = (flags & 0x06) !== 0;
  const start = 2 + body.readUInt16BE() + (hasPacketId ? 2 : 0);
  return start > body.length ? null : body.subarray(start);
}

/** A packet with its remaining length, 7 bits a byte. */
export function encodePacket(firstByte: number, body: Buffer): Buffer {
  const header = [firstByte];
  let rest = body.length;
  do {
    const isLast = rest < 0x80;
    header.push((rest & 0x7f) | (isLast ? 0 : 0x80));
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), body]);
}

/** UTF-8 after its length. */
function encodeText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.alloc(2 + length);
  bytes.writeUInt16BE(length);
  bytes.write(text, 2);
  return bytes;
}
