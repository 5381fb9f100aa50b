import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel } from '../../channel.ts';
import { cutToFit } from '../../message/cut-text.ts';
import { textWithCount } from '../../message/fitting.ts';
import {
  capacityOf,
  fitsJson,
  type JsonLayout,
  layOutJson,
  plainOf,
  type Tone,
  toneOf,
} from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { isOrBegins, parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.ntfy;

/**
 * https://docs.ntfy.sh/publish/#limitations: a message of 4,096 bytes; a longer one becomes a file. The server reads
 * twice as much JSON (`readJSONWithLimit` in its server.go) and answers 413 to more.
 */
const limits = { message: 4_096, title: 1_024, json: 8_192 } as const;

/** https://docs.ntfy.sh/publish/#message-priority; 5 rings repeatedly and bypasses a phone's "do not disturb". */
const priorities: Record<Tone, number> = { outage: 5, problem: 4, recovery: 3, other: 3 };
/** https://docs.ntfy.sh/emojis/ */
const tags: Record<Tone, string[]> = {
  outage: ['rotating_light'],
  problem: ['warning'],
  recovery: ['white_check_mark'],
  other: [],
};

const layout = (topic: string, tone: Tone): JsonLayout<object> => ({
  text: limits.message,
  whole: limits.json,
  build: (message, body) => ({
    topic,
    title: cutToFit(message.title, { most: limits.title, unit: 'bytes' }),
    message: body({ ...message, text: textWithCount(message), links: [] }) || message.title,
    priority: priorities[tone],
    tags: tags[tone],
    ...(message.links[0] ? { click: message.links[0].url } : {}),
    actions: message.links.map(({ label, url }) => ({ action: 'view', label, url })),
  }),
});

/** Published as JSON (https://docs.ntfy.sh/publish/#publish-as-json); links are its action buttons. */
export const createNtfyChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'ntfy',
      capacity: (contents, publicUrl) =>
        capacityOf(contents, publicUrl, (message) =>
          fitsJson(message, layout('x'.repeat(fields.topic.maxLength), 'outage')),
        ),
      async send(config, outgoing, { ask, extras }) {
        const answer = await ask({
          url: providerUrl(fields.base_url, config.base_url, '/'),
          method: 'POST',
          headers: config.token === '' ? {} : { authorization: `Bearer ${config.token}` },
          json: layOutJson(plainOf(outgoing, extras), layout(config.topic, toneOf(outgoing))),
        });
        return resultOfAnswer(answer, {
          words: wordsOf,
          isTaken: (body) => isOrBegins(taken, /^\{"id":"/, body),
          contentStatuses: [413],
          // A forbidden topic or an unknown priority: another message would fail too.
          finalStatuses: [400],
        });
      },
    },
    options,
  );

/** The response to an accepted message: `{"id":"hwQ2YpKdmg","time":1635528741,"event":"message","topic":"mytopic",…}`. */
const taken = z.object({ id: z.union([z.string(), z.number()]) });

/** `{"code":42901,"http":429,"error":"limit reached: too many requests, please be nice","link":"…"}` (server/errors.go). */
const refusal = z.object({ code: z.number(), error: z.string() });

function wordsOf(body: string): string | null {
  const read = parseBody(refusal, body);
  return read === null ? null : `${read.code} ${read.error}`;
}
