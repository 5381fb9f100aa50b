import { z } from 'zod';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { type ChatWriting, chatCapacity, chatMessage, chatText, fitsChat } from './chat-text.ts';

/**
 * Bytes of the text. A whole event has 65,536 (https://spec.matrix.org/latest/client-server-api/#size-limits), and a
 * server adds to it.
 */
const room = { most: 16_000, unit: 'bytes' } as const;

/** Plain text has no markup, except `@room`, with which older clients notify everybody. */
const writing: ChatWriting = {
  text: (plain) => plain.replaceAll('@room', '@\u200broom'),
  link: ({ label, url }) => `${writing.text(label)}: ${url}`,
};

const errorSchema = z.object({
  errcode: z.string(),
  error: z.string().catch(''),
  retry_after_ms: z.number().optional().catch(undefined),
});

/**
 * https://spec.matrix.org/latest/client-server-api/#rate-limiting: Retry-After, or milliseconds in the body before
 * 1.10.
 */
const reading: AnswerReading = {
  words(body) {
    const answer = parseBody(errorSchema, body);
    return answer ? [answer.errcode, answer.error].filter(Boolean).join(': ') : null;
  },
  isTaken: (body) => parseBody(z.object({ event_id: z.string() }), body) !== null,
  finalStatuses: [404],
  retryAfterSeconds(body, headers) {
    const milliseconds = parseBody(errorSchema, body)?.retry_after_ms;
    return milliseconds === undefined || headers['retry-after'] !== undefined ? null : milliseconds / 1000;
  },
};

/**
 * Sends text to a room. The transaction id is the message's id, so that an accepted message that is sent again is
 * shown once: https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 */
export const matrixKind: OwnChannelKind<'matrix'> = {
  name: 'matrix',
  capacity: (contents, publicUrl) => chatCapacity(contents, publicUrl, fitsChat(writing, room)),
  async send({ base_url, room_id, access_token }, outgoing, { ask, extras }) {
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room_id)}/send/m.room.message/${extras.messageId}`;
    const body = chatText(chatMessage(outgoing, extras), writing, room);
    const answer = await ask({
      url: new URL(base_url + path),
      method: 'PUT',
      headers: { authorization: `Bearer ${access_token}` },
      // Not m.notice, for which phones stay silent. Empty mentions: names in the text notify nobody.
      json: { msgtype: 'm.text', body, 'm.mentions': {} },
    });
    return resultOfAnswer(answer, reading);
  },
};
