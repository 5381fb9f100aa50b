import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { z } from 'zod';
import { refusalOf, type SinkAnswer, startHttpSink } from '../http-sink.ts';
import type { Sink } from '../sink.ts';

/** The data for a browser's service worker, and the headers for the push service. */
interface ReceivedPush {
  payload: unknown;
  ttl: string;
  urgency: string;
  topic: string | undefined;
  /** The claims of the signature (RFC 8292). */
  claims: { aud: string; exp: number; sub: string };
  /** Bytes after encryption. */
  size: number;
}

export interface WebPushSink extends Sink<ReceivedPush> {
  /** The subscription as a browser gives it to the page. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string };
  /** Answers this instead of accepting a message. */
  refusal: { status: number; body: string; headers?: Record<string, string> } | null;
}

/** A browser and its push service: it verifies the signature, accepts 4,096 bytes, and decrypts like the browser. */
export async function startWebPushSink(publicKey: string): Promise<WebPushSink> {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys('base64url');
  const auth = randomBytes(16);
  const token = randomBytes(24).toString('base64url');
  const http = await startHttpSink<ReceivedPush>(({ url, method, headers, bytes }, behaviour) => {
    const claims = claimsOf(headers.authorization ?? '', publicKey);
    const isEncrypted = headers['content-encoding'] === 'aes128gcm' && /^\d+$/.test(String(headers.ttl));
    const isSigned = claims?.aud === `http://${headers.host}`;
    const refusal = refusalOf<SinkAnswer<ReceivedPush>>(
      [behaviour === 'echo', { status: 500, body: JSON.stringify({ message: `no ${url.pathname}` }) }],
      [behaviour === 'busy', { status: 429, headers: { 'retry-after': '95' }, body: '' }],
      [behaviour === 'refuse-login', { status: 403, body: 'invalid JWT provided' }],
      [behaviour === 'refuse-recipient', { status: 410, body: 'push subscription has unsubscribed or expired.' }],
      [sink.refusal !== null, sink.refusal ?? { status: 500, body: '' }],
      [method !== 'POST' || url.pathname !== `/wpush/v2/${token}`, { status: 404, body: '' }],
      [bytes.length > 4_096, { status: 413, body: JSON.stringify({ message: 'Payload Too Large' }) }],
      [!isEncrypted, { status: 400, body: '' }],
    );
    if (refusal) return refusal;
    if (claims === null || !isSigned) return { status: 401, body: 'bad signature' };
    const message = {
      payload: JSON.parse(decrypted(bytes, keys, auth)) as unknown,
      ttl: String(headers.ttl),
      urgency: String(headers.urgency),
      claims,
      size: bytes.length,
      topic: headers.topic as string | undefined,
    };
    return { status: 201, headers: { location: 'https://push.example/m/1' }, body: '', message };
  });
  const subscription = {
    endpoint: `http://127.0.0.1:${http.port}/wpush/v2/${token}`,
    p256dh,
    auth: auth.toString('base64url'),
  };
  const refusal: WebPushSink['refusal'] = null;
  const sink: WebPushSink = Object.assign(http, { subscription, refusal });
  return sink;
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(https:|mailto:)/) });

/** RFC 8292, section 3: `vapid t=<token>, k=<public key>`; null unless that key signed the token, for a day or less. */
function claimsOf(authorization: string, publicKey: string): ReceivedPush['claims'] | null {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  if (key !== publicKey) return null;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${body}`), verifier, Buffer.from(signature, 'base64url'))) return null;
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  const left = claims.exp - Date.now() / 1000;
  return left > 0 && left <= 24 * 3_600 ? claims : null;
}

/** RFC 8291, section 3.4 and RFC 8188, section 2, for one record. */
function decrypted(bytes: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = bytes.subarray(0, 16);
  const keyLength = bytes[20] ?? 0;
  const senderKey = bytes.subarray(21, 21 + keyLength);
  const sealed = bytes.subarray(21 + keyLength);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last byte other than 0 is 2, which marks the last record.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
