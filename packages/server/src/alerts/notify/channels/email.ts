import { isIP } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { tlsServerName } from '@upvigil/core/contract/fields/host-port';
import { type NotificationSettings, splitList } from '@upvigil/core/contract/settings';
import { defaults } from '@upvigil/core/defaults';
import { channelOff } from '@upvigil/core/texts/alerts';
import type { ChannelRules, ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Secrets } from '../../../storage/settings/secrets/secrets.ts';
import type { Channel, MessageExtras, Note, SendResult } from '../channel.ts';
import { failureReason } from '../failure-reason.ts';
import type { NotificationDialer } from '../http-request.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { plainNote } from '../message/fitting.ts';
import { subject, testTexts } from '../message/message.ts';
import { withOpenSecret } from '../with-open-secret.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { type EmailBody, emailBody, laidOutBody, mostNamedInEmail, plainBody } from './email-body.ts';
import { type AcceptedMail, resultOfAccepted, resultOfError } from './email-result.ts';
import { isRow, named, ownOffReason, rowKey, rowRecipients } from './own-channel.ts';
import { disabledTypeReason } from './type-toggles.ts';

const emailRules: ChannelRules = {
  name: 'email',
  offReason(settings) {
    const { notifications } = settings;
    const switchedOffReason = isRow(settings)
      ? ownOffReason(settings.own)
      : notifications.email_enabled
        ? null
        : channelOff.email;
    if (switchedOffReason !== null) return switchedOffReason;
    return missingServerReason(notifications) ?? (recipientList(settings) === '' ? 'no recipients' : null);
  },
  unwantedReason: ({ alert_type }, settings) =>
    isRow(settings) ? null : disabledTypeReason(alert_type, settings.notifications),
  recipients: (settings) => [recipientList(settings)],
};

/** All recipients get one message. */
const recipientList = (settings: ChannelSettings): string =>
  (rowRecipients(settings) ?? [...new Set(splitList(settings.notifications.email_list))]).join(', ');

/** Why these settings can send no email to anybody; null when they can. */
export function missingServerReason(settings: NotificationSettings): string | null {
  if (settings.smtp_host === '') return 'the SMTP server is not set';
  return senderOf(settings) === '' ? 'the From address is not set' : null;
}

/** The From address, by default the user name: most servers require the sender to be the signed-in user. */
const senderOf = ({ smtp_from_email, smtp_username }: NotificationSettings): string =>
  smtp_from_email || (smtp_username.includes('@') ? smtp_username : '');

interface EmailChannelOptions {
  dialer: NotificationDialer;
  secrets: Pick<Secrets, 'open'>;
  /** PEM certificates trusted after STARTTLS, in addition to the well-known ones. */
  trustedCertificates?: readonly string[];
  /** The port with implicit TLS; 465 (RFC 8314) except in tests. */
  implicitTlsPort?: number;
}

export interface EmailChannel extends Channel {
  /** Sends a test message to any address. */
  sendTest(settings: NotificationSettings, to: string, signal: AbortSignal): Promise<SendResult>;
  /** Connects and signs in like a message would, and sends none. Returns the reason when that is refused, else null. */
  tryLogin(settings: NotificationSettings, signal: AbortSignal): Promise<string | null>;
}

interface Email extends EmailBody {
  to: string;
  subject: string;
  /** The same at every attempt, so that mail programs recognise a duplicate. */
  messageId?: string;
}

/**
 * Email through the operator's SMTP server, one connection for each message. Serves the built-in channel and added
 * channels, which have their own recipients.
 */
export function createEmailChannel(options: EmailChannelOptions): EmailChannel {
  const { trustedCertificates: trusted = [] } = options;
  // Created once: loading all well-known certificates takes longer than a message.
  const secureContext = trusted.length > 0 ? createSecureContext({ ca: [...rootCertificates, ...trusted] }) : undefined;
  const sendOpen = async (settings: NotificationSettings, email: Email, signal: AbortSignal): Promise<SendResult> => {
    const secrets = secretsOf(settings);
    try {
      return withCleanReasons(
        resultOfAccepted(await deliver(settings, email, { ...options, secureContext }, signal)),
        secrets,
      );
    } catch (error) {
      if (signal.aborted) return { outcome: 'retry', reason: failureReason(error, signal) };
      return withCleanReasons(resultOfError(error, signal), secrets);
    }
  };
  const send = (sealed: NotificationSettings, email: Email, signal: AbortSignal): Promise<SendResult> =>
    withOpenSecret(options.secrets, sealed, 'smtp_password', (settings) => sendOpen(settings, email, signal));

  return {
    rules: emailRules,
    concurrency: 2,
    hourlyLimit: null,
    async tryLogin(sealed, signal) {
      const login = async (settings: NotificationSettings): Promise<SendResult> => {
        const reason = await tryLogin(settings, { ...options, secureContext }, signal);
        return reason === null ? { outcome: 'sent', reason } : { outcome: 'retry', reason };
      };
      return (await withOpenSecret(options.secrets, sealed, 'smtp_password', login)).reason;
    },
    sendTest: (settings, to, signal) =>
      send(settings, { to, subject: testTexts.subject, ...plainBody(testTexts.body) }, signal),
    destination: (recipient, settings) => {
      const { notifications } = settings;
      const sendTo = (email: Omit<Email, 'to'>, signal: AbortSignal) =>
        send(notifications, { to: recipient ?? '', ...email }, signal);
      return {
        key: rowKey(settings, recipient),
        capacity: (contents) => contents.length,
        send: (contents, extras, signal) => {
          const id = messageId(contents, notifications);
          const { contents: listed, more } = named(contents, ({ length }) => Math.min(length, mostNamedInEmail));
          return sendTo({ subject: subject(contents), ...emailBody(listed, extras, more), messageId: id }, signal);
        },
        sendNote: (note, extras, signal) => sendTo(noteEmail(note, extras, notifications), signal),
      };
    },
  };
}

function noteEmail(note: Note, { messageId: id }: MessageExtras, settings: NotificationSettings): Omit<Email, 'to'> {
  const { title, text, links } = plainNote(note);
  const lines = [text, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
  const body = note.html === undefined ? plainBody(lines) : laidOutBody(title, lines, note.html, links);
  return { subject: title, ...body, messageId: `<${id}@${domainOf(settings)}>` };
}

const domainOf = (settings: NotificationSettings): string => senderOf(settings).split('@').at(-1) ?? '';

function messageId(contents: readonly AlertContent[], settings: NotificationSettings): string {
  const [first] = contents;
  return `<alert-${first?.alert_id}-${first?.created_at}-${contents.length}@${domainOf(settings)}>`;
}

/** The second is what AUTH PLAIN sends (RFC 4616). */
const secretsOf = ({ smtp_username: user, smtp_password: password }: NotificationSettings): string[] => [
  password,
  `\0${user}\0${password}`,
];

type TransportOptions = EmailChannelOptions & { secureContext: SecureContext | undefined };

async function deliver(
  settings: NotificationSettings,
  email: Email,
  options: TransportOptions,
  signal: AbortSignal,
): Promise<AcceptedMail> {
  const transport = await openTransport(settings, options, signal);
  return transport.sendMail({
    ...email,
    from: { name: defaults.productName, address: senderOf(settings) },
    // RFC 3834: suppresses automatic replies such as 'out of office'.
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal,
  });
}

async function tryLogin(
  settings: NotificationSettings,
  options: TransportOptions,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const transport = await openTransport(settings, options, signal);
    await transport.verify();
    return null;
  } catch (error) {
    const reason = signal.aborted ? failureReason(error, signal) : resultOfError(error, signal).reason;
    return withoutSecrets(reason ?? 'refused', secretsOf(settings));
  }
}

/** A connection to the SMTP server. Closed when the signal is aborted. */
async function openTransport(
  settings: NotificationSettings,
  { dialer, secureContext, implicitTlsPort = 465 }: TransportOptions,
  signal: AbortSignal,
) {
  const { createTransport } = await import('nodemailer');
  const { smtp_host: host, smtp_port: port, smtp_username: user, smtp_password: pass } = settings;
  const secure = port === implicitTlsPort;
  return createTransport({
    host,
    port,
    secure,
    requireTLS: settings.smtp_use_tls && !secure,
    opportunisticTLS: !settings.smtp_use_tls,
    ...(user === '' ? {} : { auth: { user, pass } }),
    // Without the TLS setting nothing is promised. Unverified encryption is still better than none.
    tls: {
      rejectUnauthorized: settings.smtp_use_tls,
      ...(isIP(host) ? {} : { servername: tlsServerName(host) }),
      ...(secureContext ? { secureContext } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    socketCloseTimeout: 1000,
    getSocket: (_options, callback) => {
      dialer.dial({ host, port, tls: secure, signal }).then(
        (connection) => {
          const end = (): void => void connection.destroy();
          signal.addEventListener('abort', end);
          connection.once('close', () => signal.removeEventListener('abort', end));
          callback(null, { connection, secured: secure });
        },
        (error: Error) => callback(error, false),
      );
    },
  });
}

function withCleanReasons(result: SendResult, secrets: readonly string[]): SendResult {
  if (result.outcome !== 'sent') return { ...result, reason: withoutSecrets(result.reason, secrets) };
  const { retryFor } = result;
  return {
    outcome: 'sent',
    reason: result.reason === null ? null : withoutSecrets(result.reason, secrets),
    ...(retryFor ? { retryFor: { ...retryFor, reason: withoutSecrets(retryFor.reason, secrets) } } : {}),
  };
}
