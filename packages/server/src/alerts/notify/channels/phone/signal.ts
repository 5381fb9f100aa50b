import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import type { Room } from '../../message/fitting.ts';
import { capacityOf, fitsTitled, plainOf, titledText } from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.signal;

/** What Signal's apps show as text; what is longer becomes a file (`MAX_BODY_LENGTH`, https://github.com/signalapp). */
const room: Room = { most: 2_000, unit: 'characters' };

/**
 * Through the operator's own signal-cli-rest-api (https://bbernhard.github.io/signal-cli-rest-api/, `POST /v2/send`). Each
 * recipient gets a message of his own, so that one who is gone keeps nothing from the others.
 */
export const createSignalChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'signal',
      // One account sends: at a time, signal-cli works on one request.
      concurrency: 1,
      recipients: ({ recipients }) => recipients,
      capacity: (contents, publicUrl) => capacityOf(contents, publicUrl, (message) => fitsTitled(message, room)),
      async send(config, outgoing, { ask, extras, recipient }) {
        const answer = await ask({
          url: providerUrl(fields.base_url, config.base_url, '/v2/send'),
          method: 'POST',
          json: {
            number: config.number,
            recipients: [recipient],
            message: titledText(plainOf(outgoing, extras), room),
          },
        });
        return resultOf(answer, recipient ?? '');
      },
    },
    options,
  );

const taken = z.object({ timestamp: z.union([z.string(), z.number()]) });
const refusal = z.object({ error: z.string() });

/** It answers 400 to every failure (src/api/api.go), so that only its text distinguishes a missing person from a missing server. */
function resultOf(answer: ProviderAnswer, recipient: string): SendResult {
  const words = parseBody(refusal, answer.body)?.error ?? '';
  const isUnknown = answer.status === 400 && /unregistered user|invalid (phone|recipient|group)/i.test(words);
  // To a group it goes without the members who are gone, and this is how it says so.
  if (isUnknown && recipient.startsWith('group.') && /failed to send \(some\)/i.test(words)) {
    return { outcome: 'sent', reason: words };
  }
  return resultOfAnswer(answer, {
    words: () => words || null,
    isTaken: (body) => parseBody(taken, body) !== null,
    contentStatuses: [413],
    finalStatuses: isUnknown ? [400] : [],
  });
}
