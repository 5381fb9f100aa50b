import { defaultNotificationSettings, type NotificationSettings } from '@upvigil/core/contract/settings';
import type { SendResult } from '@upvigil/server/notifications/channel';
import { createEmailChannel } from '@upvigil/server/notifications/channels/email';
import { createSlackChannel } from '@upvigil/server/notifications/channels/slack';
import { createSmsChannel } from '@upvigil/server/notifications/channels/sms';
import { createDialer } from '@upvigil/server/probing/dialing/dialer';
import { plainSecrets } from '@upvigil/server/testing/plain-secrets';
import fc from 'fast-check';
import { bytesLike, textLike, wellFormed } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';
import { openService } from './services.ts';

/** In every secret that a provider is sent. It may come back in its answer, and must not be in what is stored of it. */
const secret = 'planted-Secret-1';
const settings = (port: number): NotificationSettings => ({
  ...defaultNotificationSettings,
  ...{ smtp_host: '127.0.0.1', smtp_port: port, smtp_use_tls: false, smtp_from_email: 'a@example.com' },
  ...{ smtp_username: 'ops', smtp_password: secret, sendsms_username: 'ops', sendsms_password: secret },
});

function mustBeResult(result: SendResult): void {
  mustHold(['sent', 'retry', 'give-up'].includes(result.outcome), 'the result is one of three');
  mustHold(!JSON.stringify(result).includes(secret), 'the reason holds no secret');
}

/** A server that says all of its words before it is asked, and nothing afterwards, is waited for until then. */
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

/** Answers of providers. */
export const providerParsers: readonly FuzzedParser[] = [
  defineParser<Buffer>({
    name: 'Slack answer',
    file: 'packages/server/src/notifications/channels/slack.ts',
    inputs: providerAnswers,
    shortRuns: 100,
    open: () => {
      const channel = createSlackChannel({ dialer: createDialer() });
      return openService(
        (bytes) => bytes,
        async (port) =>
          mustBeResult(await channel.sendTest(`http://127.0.0.1:${port}/services/${secret}`, null, within())),
      );
    },
  }),
  defineParser<Buffer>({
    name: 'SMS answer',
    file: 'packages/server/src/notifications/channels/sms.ts',
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
    file: 'packages/server/src/notifications/channels/email.ts',
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
];
