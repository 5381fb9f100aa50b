import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import type { Room } from '../../message/cut-text.ts';
import { capacityOf, fitsTitled, plainOf, titledText } from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.signal;

/**
 * The longest text that Signal's apps show inline; longer ones become a file (`MAX_BODY_LENGTH`,
 * https://github.com/signalapp).
 */
const room: Room = { most: 2_000, unit: 'characters' };

/**
 * Uses the operator's own signal-cli-rest-api (https://bbernhard.github.io/signal-cli-rest-api/, `POST /v2/send`).
 * Each recipient gets a separate message, so that one unknown recipient does not affect the others.
 */
export const createSignalChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'signal',
      // One account sends, and signal-cli processes one request at a time.
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

/**
 * Every failure is a 400 (src/api/api.go), so only the text distinguishes an unknown recipient from an unavailable
 * server.
 */
function resultOf(answer: ProviderAnswer, recipient: string): SendResult {
  const words = parseBody(refusal, answer.body)?.error ?? '';
  const isUnknown = answer.status === 400 && /unregistered user|invalid (phone|recipient|group)/i.test(words);
  // A group message is sent without the members who have left Signal, with this text.
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
