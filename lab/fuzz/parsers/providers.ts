import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { defaultNotificationSettings, type NotificationSettings } from '@upvigil/core/contract/settings';
import type { SendResult } from '@upvigil/server/alerts/notify/channel';
import { discordKind } from '@upvigil/server/alerts/notify/channels/chat/discord';
import { googleChatKind } from '@upvigil/server/alerts/notify/channels/chat/google-chat';
import { matrixKind } from '@upvigil/server/alerts/notify/channels/chat/matrix';
import { mattermostKind } from '@upvigil/server/alerts/notify/channels/chat/mattermost';
import { teamsKind } from '@upvigil/server/alerts/notify/channels/chat/teams';
import { createEmailChannel } from '@upvigil/server/alerts/notify/channels/email';
import { createOwnChannel, type OwnChannelKind } from '@upvigil/server/alerts/notify/channels/own-channel';
import { jsmKind } from '@upvigil/server/alerts/notify/channels/paging/jsm';
import { pagerdutyKind } from '@upvigil/server/alerts/notify/channels/paging/pagerduty';
import { createSlackChannel } from '@upvigil/server/alerts/notify/channels/slack';
import { createSmsChannel } from '@upvigil/server/alerts/notify/channels/sms';
import { webhookKind } from '@upvigil/server/alerts/notify/channels/webhook/webhook';
import { exampleExtras, exampleNote } from '@upvigil/server/alerts/notify/conformance';
import { createDialer } from '@upvigil/server/checks/probe/dialing/dialer';
import { plainSecrets } from '@upvigil/server/testing/plain-secrets';
import { ownSettings, plainOptions } from '@upvigil/server/testing/sinks/own-destination';
import fc from 'fast-check';
import { bytesLike, textLike, wellFormed } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';
import { openService } from './services.ts';

/** Part of every secret sent to a provider. The response may repeat it, but it must not be stored. */
const secret = 'planted-Secret-1';
const settings = (port: number): NotificationSettings => ({
  ...defaultNotificationSettings,
  smtp_host: '127.0.0.1',
  smtp_port: port,
  smtp_use_tls: false,
  smtp_from_email: 'a@example.com',
  smtp_username: 'ops',
  smtp_password: secret,
  sendsms_username: 'ops',
  sendsms_password: secret,
});

function mustBeResult(result: SendResult): void {
  mustHold(['sent', 'retry', 'give-up'].includes(result.outcome), 'the result is one of three');
  mustHold(!JSON.stringify(result).includes(secret), 'the reason holds no secret');
}

/** Limit for a server that sends everything before the request and nothing afterwards. */
const within = (): AbortSignal => AbortSignal.timeout(300);

const httpForm = (status: number, body: string): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);

const providerAnswers = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(200, 201, 204, 302, 400, 403, 429, 500, 599),
      textLike(
        'ok',
        '{"status":1,"message":"Sent"}',
        `{"status":-8,"message":"Wrong ${secret}","details":"x"}`,
        '{"ok":true}',
        '[]',
        'null',
        `no_${secret}`,
      ),
    )
    .map(([status, body]) => httpForm(status, wellFormed(body))),
  bytesLike(httpForm(200, 'ok'), httpForm(400, `{"error":"${secret}"}`)),
);

/** A channel with settings for a loopback port. `file` is the source that reads the provider's responses. */
const addedChannel = <Kind extends DeliveryChannel>(
  kind: OwnChannelKind<Kind>,
  file: string,
  configOf: (address: string) => AnyConfig,
): FuzzedParser =>
  defineParser<Buffer>({
    name: `answer to ${kind.name}`,
    file: `packages/server/src/alerts/notify/channels/${file}.ts`,
    inputs: addedAnswers,
    shortRuns: 30,
    open: () => {
      const channel = createOwnChannel(kind, plainOptions);
      return openService(
        (bytes) => bytes,
        async (port) => {
          const settings = ownSettings(kind.name, configOf(`http://127.0.0.1:${port}`));
          mustBeResult(await channel.destination(null, settings).sendNote(exampleNote, exampleExtras, within()));
        },
      );
    },
  });

const addedAnswers = fc
  .tuple(
    fc.constantFrom(200, 202, 204, 302, 400, 404, 410, 413, 422, 429, 500, 503),
    textLike(
      'ok',
      `{"message":"no ${secret}","retry_after":64.5}`,
      '{"id":"web.incoming_webhook.invalid.app_error","message":"Invalid webhook."}',
      `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"${secret}","details":[{"retryDelay":"3s"}]}}`,
      `{"errcode":"M_LIMIT_EXCEEDED","error":"${secret}","retry_after_ms":1e308}`,
      `{"status":"invalid event","message":"x","errors":["routing_key ${secret}"]}`,
      `{"message":"x","errors":{"message":"${secret}"},"requestId":"r"}`,
      'Microsoft Teams endpoint returned HTTP error 413 with ContextId x',
    ),
  )
  .map(([status, body]) => httpForm(status, wellFormed(body)));

const hook = (address: string): AnyConfig => ({ webhook_url: `${address}/hooks/${secret}?token=${secret}` });

const addedChannels: readonly FuzzedParser[] = [
  addedChannel(discordKind, 'chat/discord', hook),
  addedChannel(mattermostKind, 'chat/mattermost', hook),
  addedChannel(googleChatKind, 'chat/google-chat', hook),
  addedChannel(teamsKind, 'chat/teams', hook),
  addedChannel(matrixKind, 'chat/matrix', (base_url) => ({ base_url, room_id: '!a:b', access_token: secret })),
  addedChannel(pagerdutyKind, 'paging/pagerduty', (base_url) => ({ base_url, region: 'us', routing_key: secret })),
  addedChannel(jsmKind, 'paging/jsm', (base_url) => ({ base_url, api_key: secret })),
  addedChannel(webhookKind, 'webhook/webhook', (url) => ({
    url,
    secret: '',
    headers: [{ name: 'X-Token', value: secret }],
  })),
];

export const providerParsers: readonly FuzzedParser[] = [
  defineParser<Buffer>({
    name: 'Slack answer',
    file: 'packages/server/src/alerts/notify/channels/slack.ts',
    inputs: providerAnswers,
    shortRuns: 100,
    open: () => {
      const channel = createSlackChannel(plainOptions);
      return openService(
        (bytes) => bytes,
        async (port) =>
          mustBeResult(await channel.sendTest(`http://127.0.0.1:${port}/services/${secret}`, null, within())),
      );
    },
  }),
  defineParser<Buffer>({
    name: 'SMS answer',
    file: 'packages/server/src/alerts/notify/channels/sms.ts',
    inputs: providerAnswers,
    shortRuns: 100,
    open: () =>
      openService(
        (bytes) => bytes,
        async (port) => {
          const options = {
            dialer: createDialer(),
            secrets: plainSecrets,
            sendSmsApiUrl: `http://127.0.0.1:${port}/`,
            smsHourlyLimit: 30,
          };
          mustBeResult(await createSmsChannel(options).sendText(settings(port), '+40712345678', 'text', within()));
        },
      ),
  }),
  defineParser<Buffer>({
    name: 'SMTP answer',
    file: 'packages/server/src/alerts/notify/channels/email.ts',
    inputs: bytesLike(
      Buffer.from(
        '220 mail ready\r\n250-mail\r\n250 AUTH PLAIN LOGIN\r\n235 ok\r\n250 ok\r\n250 ok\r\n354 go\r\n250 ok\r\n',
      ),
      Buffer.from(`220 mail\r\n250 AUTH PLAIN\r\n535 5.7.8 no ops with ${secret}\r\n`),
      Buffer.from('220 m\r\n250 m\r\n250 ok\r\n550 no such user\r\n'),
      Buffer.from('421 too many\r\n'),
    ),
    shortRuns: 100,
    open: () => {
      const channel = createEmailChannel({ dialer: createDialer(), secrets: plainSecrets });
      return openService(
        (bytes) => bytes,
        async (port) => mustBeResult(await channel.sendTest(settings(port), 'me@example.com', within())),
      );
    },
  }),
  ...addedChannels,
];
