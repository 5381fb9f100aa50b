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

/** Bytes of a request. Gotify itself has no limit; this is what a phone shows without trouble. */
const mostBytes = 8_192;

/** How its app rings: 8 and more always, 4 and more with a sound (https://github.com/gotify/android#message-priorities). */
const priorities: Record<Tone, number> = { outage: 8, problem: 5, recovery: 5, other: 4 };

const layout = (tone: Tone): JsonLayout<object> => ({
  text: mostBytes,
  whole: mostBytes,
  build: (message, body) => ({
    title: message.title,
    message: body(message) || message.title,
    priority: priorities[tone],
    // https://gotify.net/docs/msgextras: as plain text, a message can hold no link to somewhere else.
    extras: {
      'client::display': { contentType: 'text/plain' },
      ...(message.links[0] ? { 'client::notification': { click: { url: message.links[0].url } } } : {}),
    },
  }),
});

/** To the operator's own Gotify (https://gotify.net/docs/pushmsg). */
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

/** `{"error":"Unauthorized","errorCode":401,"errorDescription":"you need to provide a valid access token"}` (error/handler.go). */
const refusal = z.object({ errorDescription: z.string() });
const wordsOf = (body: string): string | null => parseBody(refusal, body)?.errorDescription ?? null;
