import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { splitList } from '@upvigil/core/contract/settings';
import { type SlackSettings, slackSecretFields } from '@upvigil/core/contract/slack';
import type { ChannelRules, ToggledAlert } from '../../../base/domain/channel-rules.ts';
import type { Channel, SendResult } from '../channel.ts';
import { failureReason } from '../failure-reason.ts';
import { askProvider, type NotificationDialer, type ProviderAnswer } from '../http-request.ts';
import { testTexts } from '../message/message.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { besideBuiltIn, createOwnChannel, named, type OwnChannelKind, type OwnChannelOptions } from './own-channel.ts';
import { retryAfterOf } from './provider-result.ts';
import { plainSlackMessage, type SlackMessage, slackCapacity, slackMessage, slackNote } from './slack-blocks.ts';
import { disabledTypeReason } from './type-toggles.ts';

export const slackRules: ChannelRules = {
  name: 'slack',
  offReason({ slack }) {
    if (slack === null) return 'Slack is not set for this website';
    if (!slack.enabled) return 'Slack is switched off';
    return slack.webhook_url === '' ? 'no webhook URL' : null;
  },
  unwantedReason: (alert, { slack }) => (slack === null ? null : unwantedReason(alert, slack)),
  recipients: ({ slack }) => [slack?.channel_name || slack?.channel_id || null],
};

const outageWords = { alert_on_port_closed: 'port closed', alert_on_ping_fail: 'ping fail' } as const;

/** Why Slack's toggles suppress an alert, or null. Outages of network monitors have toggles of their own. */
function unwantedReason({ alert_type, problem, kind }: ToggledAlert, slack: SlackSettings): string | null {
  if (alert_type === 'RECOVERED' || problem !== 'outage' || kind === 'URL' || kind === 'HEARTBEAT')
    return disabledTypeReason(alert_type, slack);
  const toggle = networkMonitorKinds[kind].slackToggle;
  return slack[toggle] ? null : `${outageWords[toggle]} alerts are switched off`;
}

export interface SlackChannel extends Channel {
  /** Posts a test message to any webhook. */
  sendTest(webhookUrl: string, channelId: string | null, signal: AbortSignal): Promise<SendResult>;
}

/** An added channel has one webhook for all websites. */
const slackKind: OwnChannelKind<'slack'> = {
  name: 'slack',
  capacity: slackCapacity,
  async send({ webhook_url }, outgoing, { ask, extras }) {
    const json =
      outgoing.note === null ? slackMessage(outgoing.contents, extras, [], outgoing.more) : slackNote(outgoing.note);
    return resultOf(await ask({ url: new URL(webhook_url), method: 'POST', json }));
  },
};

/** Posts to incoming webhooks: those of the websites, and those of added channels. */
export function createSlackChannel(options: OwnChannelOptions): SlackChannel {
  const builtIn = createWebsitesSlack(options);
  return { ...besideBuiltIn(builtIn, createOwnChannel(slackKind, options)), sendTest: builtIn.sendTest };
}

/** Each website has its own webhook. */
function createWebsitesSlack({ dialer }: { dialer: NotificationDialer }): SlackChannel {
  const post = async (
    webhookUrl: string,
    message: SlackMessage,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<SendResult> => {
    if (!canParseUrl(webhookUrl)) return { outcome: 'give-up', reason: 'the webhook URL is not an address' };
    const url = new URL(webhookUrl);
    try {
      const result = resultOf(await askProvider(dialer, { url, method: 'POST', json: message }, signal));
      if (result.reason === null) return result;
      return { ...result, reason: withoutSecrets(result.reason, [...secrets, ...webhookSecrets(url)]) };
    } catch (error) {
      return { outcome: 'retry', reason: failureReason(error, signal) };
    }
  };

  return {
    rules: slackRules,
    // High, because each website has its own webhook, and one that hangs must not delay the others.
    concurrency: 100,
    hourlyLimit: null,
    sendTest: (webhookUrl, channelId, signal) =>
      post(webhookUrl, inChannel(plainSlackMessage(testTexts.subject, testTexts.body), channelId), [], signal),
    destination(_recipient, { slack }) {
      const { webhook_url = '', channel_id = '', mention_users = '' } = slack ?? {};
      const secrets = slack === null ? [] : slackSecretFields.map((field) => slack[field]);
      return {
        key: [webhook_url, channel_id, mention_users].join(' '),
        capacity: (contents) => contents.length,
        send: (contents, extras, signal) => {
          const { contents: listed, more } = named(contents, slackCapacity);
          const message = slackMessage(listed, extras, splitList(mention_users), more);
          return post(webhook_url, inChannel(message, channel_id), secrets, signal);
        },
        sendNote: (note, _extras, signal) => post(webhook_url, inChannel(slackNote(note), channel_id), secrets, signal),
      };
    },
  };
}

const inChannel = (message: SlackMessage, channelId: string | null): SlackMessage =>
  channelId ? { ...message, channel: channelId } : message;

/** The webhook's URL and its parts: the path authorises posts. */
function webhookSecrets({ href, pathname, search }: URL): string[] {
  const parts = pathname.split('/').filter((part) => part.length >= 8);
  return [href, pathname + search, pathname, search, ...parts].filter((text) => text.length > 1);
}

/** 400 means a refused message, which is final. Other refusals may end after the settings are corrected. */
function resultOf(answer: ProviderAnswer): SendResult {
  const { status, body } = answer;
  const isOk = status >= 200 && status < 300;
  if (isOk && isAcceptance(body.trim())) return { outcome: 'sent', reason: null };
  if (isOk) return { outcome: 'retry', reason: 'the webhook did not answer like Slack' };
  const words = /^[\w .:,-]{1,200}$/.test(body.trim()) ? ` ${body.trim()}` : '';
  const reason = `HTTP ${status}${words}`;
  if (status === 400) return { outcome: 'give-up', reason, isAboutContent: true };
  // https://docs.slack.dev/apis/web-api/rate-limits: a 429 has Retry-After.
  const seconds = retryAfterOf(answer);
  return { outcome: 'retry', reason, ...(seconds === null ? {} : { retryAfterSeconds: seconds }) };
}

/** Slack replies `ok`. Other programs with the same interface reply with an empty body or JSON. */
function isAcceptance(body: string): boolean {
  if (body === '' || body === 'ok') return true;
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && !('error' in answer);
  } catch {
    return false;
  }
}
