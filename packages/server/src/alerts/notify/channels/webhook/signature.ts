import { createHmac } from 'node:crypto';

/**
 * The signed parts of a message:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, 1.0.0.
 */
interface SignedMessage {
  id: string;
  /** The time of this attempt, milliseconds since the epoch. */
  now: number;
  /** The exact bytes of the body. */
  body: string;
}

/** The headers with which a receiver verifies the sender. Each secret (`whsec_` and base64) adds a signature. */
export function signatureHeaders({ id, now, body }: SignedMessage, secrets: readonly string[]) {
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${hmac(secret, signed)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64');
