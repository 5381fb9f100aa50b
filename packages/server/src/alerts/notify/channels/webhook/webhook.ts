import { createHmac } from 'node:crypto';
import type { AnyConfig, HeaderValue } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { ChannelConfig } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Outgoing, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import { cutToFit } from '../../message/cut-text.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { resultOfAnswer } from '../provider-result.ts';
import { webhookPayload } from './payload.ts';

/** Receivers have no known limit: this many alerts with the longest addresses are 300 KB. */
const mostAlerts = 50;
/** Limit of a note's text. */
const mostNoteCharacters = 16_000;

/** The previous secret, which a channel keeps for 24 hours after a change. */
const rotated = z.object({ previous_secret: z.string().min(1), previous_secret_until: z.iso.datetime() });

/** The present signing secrets, the new one first. `now`: milliseconds since the epoch. */
function signingSecrets(config: Pick<ChannelConfig<'webhook'>, 'secret'>, now: number): string[] {
  const before = rotated.safeParse(config satisfies AnyConfig).data;
  const isValid = before !== undefined && now < Date.parse(before.previous_secret_until);
  return [config.secret, ...(isValid ? [before.previous_secret] : [])].filter((secret) => secret !== '');
}

/** Repeated fields form one list (RFC 9110, section 5.3). */
function ownHeaders(headers: readonly HeaderValue[]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers)
    values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(', ')]));
}

function cutNote(outgoing: Outgoing): Outgoing {
  if (outgoing.note === null) return outgoing;
  const text = cutToFit(outgoing.note.text, { most: mostNoteCharacters, unit: 'characters' });
  return { contents: null, note: { ...outgoing.note, text } };
}

/** 410: the receiver wants no more messages. */
function resultOf(answer: ProviderAnswer): SendResult {
  const result = resultOfAnswer(answer, { finalStatuses: [410] });
  return result.outcome === 'give-up' && answer.status === 410 ? { ...result, isGone: true } : result;
}

/** Posts JSON to a receiver of the operator, signed by Standard Webhooks 1.0.0. */
export const webhookKind: OwnChannelKind<'webhook'> = {
  name: 'webhook',
  isForProgram: true,
  capacity: (contents) => Math.min(contents.length, mostAlerts),
  async send(config, outgoing, { ask, extras, now }) {
    const body = JSON.stringify(webhookPayload(cutNote(outgoing), extras, now));
    const signed = signatureHeaders({ id: extras.messageId, now, body }, signingSecrets(config, now));
    const headers = { ...ownHeaders(config.headers), 'content-type': 'application/json', ...signed };
    return resultOf(await ask({ url: new URL(config.url), method: 'POST', headers, body }));
  },
};

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
function signatureHeaders({ id, now, body }: SignedMessage, secrets: readonly string[]) {
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
