import { type NotificationSettings, splitList } from '@upvigil/core/contract/settings';
import { channelOff } from '@upvigil/core/texts/alerts';
import { z } from 'zod';
import type { ChannelRules, ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Secrets } from '../../../storage/settings/secrets/secrets.ts';
import type { Channel, SendResult } from '../channel.ts';
import { failureReason } from '../failure-reason.ts';
import { askProvider, type NotificationDialer, type ProviderAnswer } from '../http-request.ts';
import { smsNote, smsText } from '../message/sms-text.ts';
import { withOpenSecret } from '../with-open-secret.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { isRow, ownOffReason, rowKey, rowRecipients } from './own-channel.ts';
import { cappedReason, dialledNumber } from './phone/sms-cap.ts';
import { disabledTypeReason } from './type-toggles.ts';

const createSmsRules = (hourlyLimit: number): ChannelRules => ({
  name: 'sms',
  offReason(settings) {
    const { notifications } = settings;
    const switchedOffReason = isRow(settings)
      ? ownOffReason(settings.own)
      : notifications.sms_enabled
        ? null
        : channelOff.sms;
    const why = switchedOffReason ?? cappedReason(hourlyLimit);
    if (why !== null) return why;
    if (!isSmsProviderSet(notifications)) return 'the SMS provider is not set';
    return phones(settings).length === 0 ? 'no recipients' : null;
  },
  unwantedReason: ({ alert_type }, settings) =>
    isRow(settings) ? null : disabledTypeReason(alert_type, settings.notifications),
  recipients: phones,
});

const phones = (settings: ChannelSettings): string[] =>
  rowRecipients(settings) ?? [...new Set(splitList(settings.notifications.phone_list))];

export const isSmsProviderSet = (settings: NotificationSettings): boolean =>
  settings.sendsms_username !== '' && settings.sendsms_password !== '';

interface SmsChannelOptions {
  dialer: NotificationDialer;
  secrets: Pick<Secrets, 'open'>;
  /** The URL of the provider's API. */
  sendSmsApiUrl: string;
  /** Messages an hour; 0 disables the channel. */
  smsHourlyLimit: number;
}

export interface SmsChannel extends Channel {
  /** Sends any text to one phone. */
  sendText(settings: NotificationSettings, phone: string, text: string, signal: AbortSignal): Promise<SendResult>;
}

/**
 * Text messages through sendsms.ro or another provider with the same API. Serves the built-in channel and added
 * channels, which have their own phones. Each phone gets its own message.
 */
export function createSmsChannel({ dialer, secrets, sendSmsApiUrl, smsHourlyLimit }: SmsChannelOptions): SmsChannel {
  const sendText: SmsChannel['sendText'] = (sealed, phone, text, signal) =>
    withOpenSecret(secrets, sealed, 'sendsms_password', (settings) => sendOpen(settings, phone, text, signal));
  const sendOpen: SmsChannel['sendText'] = async (settings, phone, text, signal) => {
    const { sendsms_username: username, sendsms_password: password } = settings;
    const url = new URL(sendSmsApiUrl);
    const to = dialledNumber(phone);
    const parameters = { action: 'message_send', username, password, to, text };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const hidden = [password, ...url.searchParams.getAll('apikey')];
    try {
      return cleaned(resultOf(await askProvider(dialer, { url, method: 'GET' }, signal)), hidden);
    } catch (error) {
      return { outcome: 'retry', reason: failureReason(error, signal) };
    }
  };

  return {
    rules: createSmsRules(smsHourlyLimit),
    concurrency: 1,
    hourlyLimit: smsHourlyLimit,
    sendText,
    destination: (recipient, settings) => {
      const send = (text: string, signal: AbortSignal) =>
        sendText(settings.notifications, recipient ?? '', text, signal);
      return {
        key: rowKey(settings, recipient),
        capacity: (contents) => contents.length,
        send: (contents, extras, signal) => send(smsText(contents, extras), signal),
        sendNote: (note, _extras, signal) => send(smsNote(note), signal),
      };
    },
  };
}

const answerSchema = z.object({
  status: z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ]),
  message: z.string().optional().catch(undefined),
  details: z.unknown(),
});

/**
 * The meaning of the provider's reply. Only a refused phone number is final: the settings can correct everything
 * else.
 */
export function resultOf({ status: httpStatus, body }: ProviderAnswer): SendResult {
  const answer = parseAnswer(body);
  if (answer === null)
    return { outcome: 'retry', reason: `the SMS provider answered HTTP ${httpStatus} with no status` };
  if (answer.status >= 0 && httpStatus < 400) return { outcome: 'sent', reason: null };
  const details = typeof answer.details === 'string' ? answer.details : '';
  const words = [answer.message, details].filter(Boolean).join(': ') || `HTTP ${httpStatus}`;
  const reason = `${answer.status} ${words}`;
  return { outcome: isAboutPhone(words) ? 'give-up' : 'retry', reason };
}

const isAboutPhone = (words: string): boolean =>
  /\b(number|phone|recipient|destination|msisdn)\b/i.test(words) &&
  /\b(invalid|unknown|wrong|blocked|not)\b/i.test(words);

function parseAnswer(body: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

const cleaned = (result: SendResult, secrets: readonly string[]): SendResult =>
  result.reason === null ? result : { ...result, reason: withoutSecrets(result.reason, secrets) };
