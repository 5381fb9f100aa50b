import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import { cutToFit, type Room, sizeOf } from '../../message/cut-text.ts';
import { type PlainMessage, plainBody } from '../../message/fitting.ts';
import { capacityOf, plainOf, toneOf } from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.pushover;

/** https://pushover.net/api#limits, in Unicode characters. Counting UTF-16 units gives as many or more. */
const limits = { message: 1_024, title: 250, url: 512, urlTitle: 100 } as const;
const room: Room = { most: limits.message, unit: 'characters' };

/** https://pushover.net/api#priority: 1 bypasses a phone's quiet hours, without the receipt that 2 needs. */
const priorities = { outage: '1', problem: '0', recovery: '0', other: '0' } as const;

/** Pushover shows one link below the message; the others are part of the text. */
function layOut(message: PlainMessage, room: Room): Record<string, string> {
  const button = message.links.findLast(({ url }) => url.length <= limits.url);
  const links = message.links.filter((link) => link !== button);
  const text = plainBody({ ...message, links }, room).trim();
  return {
    title: cutToFit(message.title, { most: limits.title, unit: 'characters' }),
    // The message must not be empty.
    message: text || cutToFit(message.title, room),
    ...(button ? { url: button.url, url_title: cutToFit(button.label, { ...room, most: limits.urlTitle }) } : {}),
  };
}

const fits = (message: PlainMessage): boolean =>
  sizeOf(layOut(message, { ...room, most: Number.POSITIVE_INFINITY }).message ?? '', room.unit) <= room.most;

/** Uses the message API of Pushover (https://pushover.net/api). Without `html=1`, text has no markup. */
export const createPushoverChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'pushover',
      // Pushover allows two concurrent requests (https://pushover.net/api#friendly).
      concurrency: 2,
      capacity: (contents, publicUrl) => capacityOf(contents, publicUrl, fits),
      async send(config, outgoing, { ask, extras }) {
        const answer = await ask({
          url: providerUrl(fields.base_url, config.base_url, '/1/messages.json'),
          method: 'POST',
          form: {
            token: config.app_token,
            user: config.user_key,
            ...layOut(plainOf(outgoing, extras), room),
            priority: priorities[toneOf(outgoing)],
          },
        });
        return resultOf(answer);
      },
    },
    options,
  );

/**
 * `{"user":"invalid","errors":["user identifier is invalid"],"status":0,"request":"5042853c-…"}`: names the invalid
 * field.
 */
const answerSchema = z.looseObject({ status: z.number(), errors: z.array(z.string()).optional().catch(undefined) });

function resultOf(answer: ProviderAnswer): SendResult {
  const read = parseBody(answerSchema, answer.body);
  const isAbout = (field: string): boolean => answer.status === 400 && read !== null && field in read;
  return resultOfAnswer(answer, {
    words: () => read?.errors?.join('; ') ?? null,
    isTaken: () => read?.status === 1,
    contentStatuses: isAbout('message') || isAbout('title') || isAbout('url') ? [400, 413] : [413],
    finalStatuses: isAbout('user') ? [400] : [],
    retryAfterSeconds: (_body, headers) => secondsToReset(headers),
  });
}

/** https://pushover.net/api#limits: the monthly limit is reached until `X-Limit-App-Reset`, seconds since the epoch. */
function secondsToReset({ date, 'x-limit-app-reset': reset }: ProviderAnswer['headers']): number | null {
  const until = Number(reset);
  const now = Date.parse(date ?? '') / 1000;
  return Number.isFinite(until) && Number.isFinite(now) ? Math.max(0, until - now) : null;
}
