import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
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
import { parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.apprise;

/** Bytes of a request. Apprise splits or cuts a text that is too long for a service. */
const mostBytes = 8_192;

/** https://github.com/caronc/apprise-api#api-details */
const types: Record<Tone, string> = { outage: 'failure', problem: 'warning', recovery: 'success', other: 'info' };

const layout = (tags: string, tone: Tone): JsonLayout<object> => ({
  text: mostBytes,
  whole: mostBytes,
  build: (message, body) => ({
    title: withoutMentions(message.title),
    body: withoutMentions(body(message) || message.title),
    type: types[tone],
    format: 'text',
    ...(tags === '' ? {} : { tag: tags }),
  }),
});

/** Breaks mentions of everybody for the services behind Apprise (Discord, Slack, Mattermost). The text looks the same. */
const withoutMentions = (text: string): string =>
  text.replace(/@(?=everyone|here|channel|all)/gi, '@\u200b').replace(/<(?=[!@])/g, '<\u200b');

/**
 * Notifies the services under a key of the operator's own apprise-api
 * (https://github.com/caronc/apprise-api#api-details).
 */
export const createAppriseChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'apprise',
      capacity: (contents, publicUrl) =>
        capacityOf(contents, publicUrl, (message) =>
          fitsJson(message, layout('x'.repeat(fields.tags.maxLength), 'recovery')),
        ),
      async send(config, outgoing, { ask, extras }) {
        const answer = await ask({
          url: providerUrl(fields.base_url, config.base_url, `/notify/${config.key}`),
          method: 'POST',
          headers: { accept: 'application/json' },
          json: layOutJson(plainOf(outgoing, extras), layout(config.tags, toneOf(outgoing))),
        });
        return resultOf(answer);
      },
    },
    options,
  );

const refusal = z.object({ error: z.string() });

/** 204: no service is stored under the key. 424: a service refused, or none has the tag. */
function resultOf(answer: ProviderAnswer): SendResult {
  if (answer.status === 204)
    return { outcome: 'retry', reason: 'HTTP 204: nothing is stored under the configuration key' };
  return resultOfAnswer(answer, {
    words: (body) => parseBody(refusal, body)?.error ?? null,
    contentStatuses: [413, 431],
    finalStatuses: [400],
  });
}
