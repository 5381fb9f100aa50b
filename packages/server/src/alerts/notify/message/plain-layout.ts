import { isOutageType } from '@upvigil/core/contract/names/alerts';
import type { MessageExtras, Outgoing } from '../channel.ts';
import type { AlertContent } from './alert-content.ts';
import { type Room, sizeOf } from './cut-text.ts';
import { fittingCount, longestLinks, type PlainMessage, plainAlerts, plainBody, plainNote } from './fitting.ts';

/** The plain-text layout of a message. */

export const plainOf = (outgoing: Outgoing, extras: MessageExtras): PlainMessage =>
  outgoing.note === null ? plainAlerts(outgoing.contents, extras, outgoing.more) : plainNote(outgoing.note);

/** Title, text and links, one below the other; only the text is cut. For providers without titles. */
export function titledText(message: PlainMessage, room: Room): string {
  const title = `${message.title}\n`;
  return title + plainBody(message, { ...room, most: room.most - sizeOf(title, room.unit) });
}

const endless = (unit: Room['unit']): Room => ({ most: Number.POSITIVE_INFINITY, unit });

/** How many alerts fit without a cut into the result of `layOut`. */
export const capacityOf = (
  contents: readonly AlertContent[],
  publicUrl: string,
  fits: (message: PlainMessage) => boolean,
): number => fittingCount(contents, (some, more) => fits(plainAlerts(some, longestLinks(publicUrl), more)));

export const fitsTitled = (message: PlainMessage, { most, unit }: Room): boolean =>
  sizeOf(titledText(message, endless(unit)), unit) <= most;

/** A JSON message with its text in one field. Bytes are UTF-8. */
export interface JsonLayout<Payload> {
  /** Bytes of the text. */
  text: number;
  /** Bytes of the whole JSON. */
  whole: number;
  /** `body` lays out the text with its links, cut to fit. */
  build(message: PlainMessage, body: (shown: PlainMessage) => string): Payload;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The message, cut to fit. Characters that JSON escapes, such as quotes and line breaks, count in their escaped size. */
export function layOutJson<Payload>(message: PlainMessage, { text, whole, build }: JsonLayout<Payload>): Payload {
  let bodyBytes = 0;
  const buildWith = (most: number): Payload =>
    build(message, (shown) => {
      const body = plainBody(shown, { most, unit: 'bytes' });
      bodyBytes = Buffer.byteLength(body);
      return body;
    });
  const payload = buildWith(text);
  const over = jsonBytes(payload) - whole;
  // A byte of text is one or more bytes of JSON, so removing this many is enough.
  return over > 0 ? buildWith(bodyBytes - over) : payload;
}

export function fitsJson<Payload>(message: PlainMessage, { text, whole, build }: JsonLayout<Payload>): boolean {
  let isWhole = true;
  const payload = build(message, (shown) => {
    const body = plainBody(shown, endless('bytes'));
    isWhole &&= Buffer.byteLength(body) <= text;
    return body;
  });
  return isWhole && jsonBytes(payload) <= whole;
}

/** The urgency of a message. */
export type Tone = 'outage' | 'problem' | 'recovery' | 'other';

export function toneOf({ contents }: Pick<Outgoing, 'contents'>): Tone {
  if (contents === null) return 'other';
  const news = contents.filter(({ purpose }) => purpose !== 'acknowledgement');
  if (news.length === 0) return 'other';
  const problems = news.filter(({ alert_type, over }) => alert_type !== 'RECOVERED' && over === null);
  if (problems.length === 0) return 'recovery';
  const isUrgent = problems.some(({ alert_type, severity }) => isOutageType(alert_type) || severity === 'critical');
  return isUrgent ? 'outage' : 'problem';
}
