import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { plainSecrets } from '../../../testing/plain-secrets.ts';
import { ownSettings } from '../../../testing/sinks/own-destination.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../../../testing/sinks/smtp-sink.ts';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras, exampleNote } from '../conformance.ts';
import { createEmailChannel } from './email.ts';

const account = { user: 'ops@example.com', password: 'planted-"smtp/secret+1' };
const settingsFor = (sink: SmtpSink, given: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...defaultNotificationSettings,
  email_enabled: true,
  email_list: 'a@example.com, b@example.com',
  smtp_host: 'localhost',
  smtp_port: sink.port,
  smtp_username: account.user,
  smtp_password: account.password,
  smtp_from_email: 'upvigil@example.com',
  ...given,
});

let certificate: Certificate;
beforeAll(async () => {
  certificate = await makeCertificate();
});

describeChannelConformance('email', async () => {
  const sink = await startSmtpSink({ account, tls: { certificate } });
  const channel = createEmailChannel({
    dialer: createDialer(),
    secrets: plainSecrets,
    trustedCertificates: [certificate.cert],
  });
  const settings = { notifications: settingsFor(sink), slack: null };
  const inBase64 = Buffer.from(account.password).toString('base64');
  return {
    sink,
    destination: channel.destination('a@example.com', settings),
    secrets: [account.password, 'planted-', inBase64],
  };
});

describe('email through a real SMTP server', () => {
  let sink: SmtpSink;
  afterEach(() => sink.close());

  const sendWith = async (
    options: SmtpSinkOptions,
    given: Partial<NotificationSettings> = {},
    trusted: readonly string[] = [certificate.cert],
  ) => {
    sink = await startSmtpSink(options);
    const channel = createEmailChannel({
      secrets: plainSecrets,
      dialer: createDialer({ trustedCertificates: trusted }),
      trustedCertificates: trusted,
      ...(options.tls?.isImplicit ? { implicitTlsPort: sink.port } : {}),
    });
    const settings = { notifications: settingsFor(sink, given), slack: null };
    const [recipient] = channel.rules.recipients(settings);
    const destination = channel.destination(recipient ?? null, settings);
    return destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000));
  };

  it('marks every mail as automatic', async () => {
    sink = await startSmtpSink();
    const settings = settingsFor(sink, { smtp_use_tls: false, smtp_username: '' });
    const channel = createEmailChannel({ secrets: plainSecrets, dialer: createDialer() });
    const signal = AbortSignal.timeout(5_000);
    const destination = channel.destination('a@example.com', { notifications: settings, slack: null });
    const alerts = [exampleAlertContent(), exampleAlertContent()];
    const results = [
      await destination.send(alerts, exampleExtras, signal),
      await destination.sendNote({ ...exampleNote, purpose: 'report', html: '<p>Report</p>' }, exampleExtras, signal),
      await channel.sendTest(settings, 'a@example.com', signal),
    ];
    expect(results).toEqual(Array(3).fill({ outcome: 'sent', reason: null }));
    const marks = sink.messages.map(({ headers }) => headers.get('auto-submitted'));
    expect(marks).toEqual(Array(3).fill('auto-generated'));
  });

  it('encrypts with STARTTLS before it signs in', async () => {
    expect(await sendWith({ account, tls: { certificate } })).toEqual({ outcome: 'sent', reason: null });
    expect(sink.messages[0]).toMatchObject({ isEncrypted: true, user: account.user, from: 'upvigil@example.com' });
  });

  it('uses implicit TLS on its port', async () => {
    const result = await sendWith({ account, tls: { certificate, isImplicit: true } });
    expect(result).toEqual({ outcome: 'sent', reason: null });
    expect(sink.messages[0]).toMatchObject({ isEncrypted: true, user: account.user });
  });

  it('sends in plain text, without signing in, when configured', async () => {
    const given = { smtp_use_tls: false, smtp_username: '', smtp_password: '' };
    expect(await sendWith({}, given)).toEqual({ outcome: 'sent', reason: null });
    expect(sink.messages[0]).toMatchObject({ isEncrypted: false, user: null });
  });

  it('refuses to continue without the required TLS', async () => {
    const result = await sendWith({ account });
    expect(result.outcome).toBe('retry');
    expect(result.reason).toMatch(/TLS/);
    expect(sink.messages).toHaveLength(0);
  });

  it('does not trust a self-signed certificate', async () => {
    expect((await sendWith({ account, tls: { certificate } }, {}, [])).outcome).toBe('retry');
    expect(await sendWith({ account, tls: { certificate, isImplicit: true } }, {}, [])).toEqual({
      outcome: 'retry',
      reason: 'self-signed certificate',
      step: 'tls',
    });
    expect(sink.messages).toHaveLength(0);
  });

  it("answers the server's words when it refuses the login", async () => {
    const result = await sendWith({ account, tls: { certificate } }, { smtp_password: 'wrong' });
    expect(result).toEqual({ outcome: 'retry', reason: '535 5.7.8 authentication failed', step: 'sign_in' });
  });

  it('sends to the others when one recipient is refused permanently, and records it', async () => {
    const open = startSmtpSink;
    sink = await open({ account, tls: { certificate } });
    sink.refused.add('b@example.com');
    const channel = createEmailChannel({
      dialer: createDialer(),
      secrets: plainSecrets,
      trustedCertificates: [certificate.cert],
    });
    const destination = channel.destination('a@example.com, b@example.com', {
      notifications: settingsFor(sink),
      slack: null,
    });
    const result = await destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000));
    expect(result).toEqual({ outcome: 'sent', reason: 'b@example.com refused: 550 no such user' });
    expect(sink.messages[0]?.to).toEqual(['a@example.com']);
  });

  it('names a recipient who may accept it later', async () => {
    sink = await startSmtpSink({ account, tls: { certificate } });
    sink.deferred.add('b@example.com');
    const channel = createEmailChannel({
      dialer: createDialer(),
      secrets: plainSecrets,
      trustedCertificates: [certificate.cert],
    });
    const destination = channel.destination('a@example.com, b@example.com', {
      notifications: settingsFor(sink),
      slack: null,
    });
    expect(await destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000))).toEqual({
      outcome: 'sent',
      reason: null,
      retryFor: { recipient: 'b@example.com', reason: '450 mailbox is busy' },
    });
  });

  it('has text and HTML, and no injected header', async () => {
    sink = await startSmtpSink({ account, tls: { certificate } });
    const channel = createEmailChannel({
      dialer: createDialer(),
      secrets: plainSecrets,
      trustedCertificates: [certificate.cert],
    });
    const destination = channel.destination('a@example.com', { notifications: settingsFor(sink), slack: null });
    const message = 'Shop\r\nBcc: evil@example.com\r\n: <b>x</b> is down: HTTP 503';
    await destination.send([exampleAlertContent({ message })], exampleExtras, AbortSignal.timeout(5_000));
    const [email] = sink.messages;
    expect(email?.to).toEqual(['a@example.com']);
    expect(email?.headers.has('bcc')).toBe(false);
    expect(email?.subject).toContain('DOWN: Shop');
    expect(email?.text).toContain('https://status.example.org/websites/3?open=5');
    expect(email?.html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(email?.html).not.toContain('<b>');
  });

  it('sends one message to the recipients of an added channel, with a link to acknowledge, regardless of the built-in switches', async () => {
    sink = await startSmtpSink({ account, tls: { certificate } });
    const channel = createEmailChannel({
      dialer: createDialer(),
      secrets: plainSecrets,
      trustedCertificates: [certificate.cert],
    });
    const off = settingsFor(sink, { email_enabled: false, email_list: '', alert_on_down: false });
    const row = ownSettings('email', { to: ['night@example.com', 'day@example.com'] }, { notifications: off });
    expect(channel.rules.offReason(row)).toBeNull();
    expect(channel.rules.unwantedReason({ alert_type: 'DOWN', problem: 'outage', kind: 'URL' }, row)).toBeNull();
    const [recipient = null] = channel.rules.recipients(row);
    const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
    for (const count of [1, 2]) {
      const contents = Array.from({ length: count }, () => exampleAlertContent({ purpose: 'reminder' }));
      const extras = { ...exampleExtras, acknowledgeUrl };
      const result = await channel.destination(recipient, row).send(contents, extras, AbortSignal.timeout(5_000));
      expect(result).toEqual({ outcome: 'sent', reason: null });
    }
    expect(sink.messages.map(({ to }) => to)).toEqual(Array(2).fill(['night@example.com', 'day@example.com']));
    expect(sink.messages[0]?.subject).toBe('Still DOWN: Shop: https://shop.example.com/ is down: HTTP 503');
    for (const { text, html } of sink.messages) {
      expect(text).toMatch(new RegExp(`Acknowledge: +${acknowledgeUrl}`));
      expect(html).toContain(`<a href="${acknowledgeUrl}">`);
    }
    expect(channel.rules.offReason({ ...row, own: 'deleted' })).toBe('the channel was deleted');
    expect(channel.rules.offReason({ ...row, notifications: { ...off, smtp_host: '' } })).toBe(
      'the SMTP server is not set',
    );
  });
});
