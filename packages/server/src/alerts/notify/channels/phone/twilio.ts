import { providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import { smsNote, smsText } from '../../message/sms-text.ts';
import { withoutSecrets } from '../../without-secrets.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { parseBody, resultOfAnswer } from '../provider-result.ts';
import { dialledNumber, withHourlyCap } from './sms-cap.ts';

const { fields } = channelConfigs.twilio;

interface TwilioChannelOptions extends OwnChannelOptions {
  /** Messages an hour; 0 disables the channel. */
  smsHourlyLimit: number;
}

/** SMS through the operator's Twilio account (https://www.twilio.com/docs/messaging/api/message-resource). */
export function createTwilioChannel(options: TwilioChannelOptions): Channel {
  const channel = createOwnChannel(
    {
      name: 'twilio',
      concurrency: 1,
      recipients: ({ to }) => to,
      // One message covers all alerts: it names those that fit and counts the others.
      capacity: (contents) => contents.length,
      async send(config, outgoing, { ask, extras, recipient }) {
        const login = `${config.account_sid}:${config.auth_token}`;
        const answer = await ask({
          url: providerUrl(
            fields.base_url,
            config.base_url,
            `/2010-04-01/Accounts/${config.account_sid}/Messages.json`,
          ),
          method: 'POST',
          headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
          form: {
            To: dialledNumber(recipient ?? ''),
            ...sender(config.from),
            Body: outgoing.note === null ? smsText(outgoing.contents, extras) : smsNote(outgoing.note),
          },
        });
        const result = resultOf(answer);
        return result.reason === null ? result : { ...result, reason: withoutSecrets(result.reason, [login]) };
      },
    },
    options,
  );
  return withHourlyCap(channel, options.smsHourlyLimit);
}

const sender = (from: string): Record<string, string> =>
  /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };

/** `{"code":21211,"message":"The 'To' number … is not valid.","more_info":"…","status":400}` */
const refusal = z.object({ code: z.number(), message: z.string().catch('') });
const taken = z.object({ sid: z.string() });

/**
 * https://www.twilio.com/docs/api/errors: invalid numbers, numbers without SMS, and recipients who opted out. Other
 * errors can be corrected in the account.
 */
const finalCodes = new Set([21211, 21214, 21217, 21219, 21265, 21266, 21610, 21614, 21635]);
/** No text, or more than 1,600 characters. */
const contentCodes = new Set([21602, 21605, 21617]);

function resultOf(answer: ProviderAnswer): SendResult {
  const read = parseBody(refusal, answer.body);
  const isOf = (codes: ReadonlySet<number>): boolean => read !== null && codes.has(read.code);
  return resultOfAnswer(answer, {
    words: () => (read === null ? null : `${read.code} ${read.message}`),
    isTaken: (body) => parseBody(taken, body) !== null,
    contentStatuses: isOf(contentCodes) ? [answer.status] : [],
    finalStatuses: isOf(finalCodes) ? [answer.status] : [],
  });
}
