import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel } from '../../channel.ts';
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

const { fields } = channelConfigs.gotify;

/** Bytes of a request. Gotify has no limit; phones display this much without problems. */
const mostBytes = 8_192;

/**
 * Sound of the app: from 8 always, from 4 with the normal notification sound
 * (https://github.com/gotify/android#message-priorities).
 */
const priorities: Record<Tone, number> = { outage: 8, problem: 5, recovery: 5, other: 4 };

const layout = (tone: Tone): JsonLayout<object> => ({
  text: mostBytes,
  whole: mostBytes,
  build: (message, body) => ({
    title: message.title,
    message: body(message) || message.title,
    priority: priorities[tone],
    // https://gotify.net/docs/msgextras: plain text cannot hide a link.
    extras: {
      'client::display': { contentType: 'text/plain' },
      ...(message.links[0] ? { 'client::notification': { click: { url: message.links[0].url } } } : {}),
    },
  }),
});

/** Posts to the operator's own Gotify (https://gotify.net/docs/pushmsg). */
export const createGotifyChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'gotify',
      capacity: (contents, publicUrl) =>
        capacityOf(contents, publicUrl, (message) => fitsJson(message, layout('outage'))),
      async send(config, outgoing, { ask, extras }) {
        const answer = await ask({
          url: providerUrl(fields.base_url, config.base_url, '/message'),
          method: 'POST',
          headers: { 'x-gotify-key': config.token },
          json: layOutJson(plainOf(outgoing, extras), layout(toneOf(outgoing))),
        });
        return resultOfAnswer(answer, { words: wordsOf, isTaken: (body) => isOrBegins(taken, /^\{"id":\d/, body) });
      },
    },
    options,
  );

const taken = z.object({ id: z.union([z.string(), z.number()]) });

/**
 * `{"error":"Unauthorized","errorCode":401,"errorDescription":"you need to provide a valid access token"}`
 * (error/handler.go).
 */
const refusal = z.object({ errorDescription: z.string() });
const wordsOf = (body: string): string | null => parseBody(refusal, body)?.errorDescription ?? null;
