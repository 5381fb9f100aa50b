import { createServer } from 'node:net';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { saveSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import { type DiagnosedInstallation, idleProcess, openDiagnosed } from '../../../testing/diagnosing.ts';
import { makeMonitor, makeWebsite } from '../../../testing/rows.ts';
import { startSmtpSink } from '../../../testing/sinks/smtp-sink.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type HttpTarget, startHttpTarget } from '../../../testing/targets/http-target.ts';
import { listening, portOf } from '../../../testing/targets/tcp-target.ts';
import { clockFinding } from './clock.ts';

const dayMilliseconds = 86_400_000;

async function startTarget(...given: Parameters<typeof startHttpTarget>): Promise<HttpTarget> {
  const target = await startHttpTarget(...given);
  onTestFinished(() => target.close());
  return target;
}

/** A port that accepts connections and never sends anything. */
async function silentPort(): Promise<number> {
  const server = createServer();
  await listening(server);
  onTestFinished(() => void server.close());
  return portOf(server);
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await listening(server);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('smtp', () => {
  const withServer = async (smtp_port: number, change: object = {}): Promise<DiagnosedInstallation> => {
    const installation = await openDiagnosed();
    await saveNotificationSettings(installation.db, {
      ...defaultNotificationSettings,
      smtp_host: '127.0.0.1',
      smtp_port,
      smtp_use_tls: false,
      smtp_username: 'ops@example.com',
      smtp_password: 'planted-secret-1',
      ...change,
    });
    return installation;
  };
  const startServer = async (password: string) => {
    const server = await startSmtpSink({ account: { user: 'ops@example.com', password } });
    onTestFinished(() => server.close());
    return server;
  };

  it('signs in and sends no mail', async () => {
    const server = await startServer('planted-secret-1');
    const { ask } = await withServer(server.port);
    expect(await ask('smtp')).toMatchObject({ status: 'ok', remedy: null, title: 'Email server (SMTP)' });
    expect(server.messages).toEqual([]);
    expect(server.connections).toBe(1);
  });

  it('fails when the server refuses AUTH, with its text and without the password', async () => {
    const server = await startServer('another');
    const { ask } = await withServer(server.port);
    const refused = await ask('smtp');
    expect(refused).toMatchObject({ status: 'fail', remedy: expect.stringContaining('Email (SMTP)') });
    expect(refused.message).toContain('authentication failed');
    server.behaviour = 'echo';
    const echoed = await ask('smtp');
    expect(echoed.status).toBe('fail');
    expect(echoed.message).not.toContain('planted-secret-1');
  });

  it('fails when nothing listens, and when nothing answers in time', async () => {
    expect(await (await withServer(await closedPort())).ask('smtp')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('connection refused'),
    });
    const silent = await (await withServer(await silentPort())).ask('smtp', { limit: 1000 });
    expect(silent).toMatchObject({ status: 'fail', message: expect.stringMatching(/no answer within/i) });
  });

  it('is skipped without a configured server', async () => {
    expect(await (await withServer(25, { smtp_host: '' })).ask('smtp')).toMatchObject({ status: 'skipped' });
  });
});

describe('sms', () => {
  const account = { ...defaultNotificationSettings, sendsms_username: 'shop', sendsms_password: 'planted-secret-2' };

  it('opens a TLS connection to the provider and sends nothing', async () => {
    const certificate = await makeCertificate();
    const provider = await startTarget((_request, response) => response.end('{}'), certificate);
    const { db, ask } = await openDiagnosed();
    await saveNotificationSettings(db, account);
    const env = { SENDSMS_API_URL: `${provider.url}/json?apikey=planted-secret-3` };
    const trusting = createDialer({ trustedCertificates: [certificate.cert] });
    expect(await ask('sms', { env, dialer: trusting })).toMatchObject({ status: 'ok' });
    const distrusted = await ask('sms', { env });
    expect(distrusted).toMatchObject({ status: 'fail', message: expect.stringContaining('certificate') });
    expect(distrusted.message).not.toContain('planted');
    expect(provider.requests).toEqual([]);
  });

  it('fails when the provider does not listen, and is skipped without one', async () => {
    const { db, ask } = await openDiagnosed();
    const env = { SENDSMS_API_URL: `http://127.0.0.1:${await closedPort()}/json` };
    expect(await ask('sms', { env })).toMatchObject({ status: 'skipped' });
    await saveNotificationSettings(db, account);
    expect(await ask('sms', { env })).toMatchObject({ status: 'fail', message: expect.stringContaining('refused') });
  });
});

describe('slack', () => {
  const withWebhook = async (webhook_url: string): Promise<DiagnosedInstallation> => {
    const installation = await openDiagnosed();
    const { id } = await makeWebsite(installation.db, { name: 'Shop' });
    await saveSlackSettings(installation.db, id, slackSettingsSchema.parse({ enabled: true, webhook_url }));
    return installation;
  };

  it.each([
    [400, 'ok', 'Every webhook is valid'],
    [200, 'ok', 'Every webhook is valid'],
    [403, 'fail', 'The webhook of Shop no longer exists (HTTP 403)'],
    [404, 'fail', 'The webhook of Shop no longer exists (HTTP 404)'],
    [410, 'fail', 'The webhook of Shop no longer exists (HTTP 410)'],
    [503, 'warn', 'The webhook of Shop answered HTTP 503'],
  ] as const)('posts an empty payload and grades HTTP %d as %s', async (code, status, message) => {
    let body = '';
    const target = await startTarget((request, response) => {
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => response.writeHead(code).end('no_text'));
    });
    const { ask } = await withWebhook(`${target.url}/services/T0/planted-secret-4`);
    const result = await ask('slack');
    expect(result).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(result.message).not.toContain('planted');
    expect(body).toBe('{}');
    expect(target.requests).toHaveLength(1);
  });

  it('never reaches a cloud metadata service, whatever the webhook says', async () => {
    const { ask } = await withWebhook('http://169.254.169.254/latest/meta-data');
    expect(await ask('slack')).toMatchObject({ status: 'fail', message: expect.stringContaining('link-local') });
  });

  it('is skipped without an enabled webhook', async () => {
    expect(await (await openDiagnosed()).ask('slack')).toMatchObject({ status: 'skipped' });
  });
});

describe('dns', () => {
  const env = { DNS_REFERENCE_NAME: 'reference.test' };
  const addresses = [{ address: '192.0.2.1', family: 4 }];

  it('resolves the reference name; warns when it is slow; fails when it is not found', async () => {
    const { ask } = await openDiagnosed();
    expect(await ask('dns', { env, dialer: createDialer({ resolveName: async () => addresses }) })).toMatchObject({
      status: 'ok',
    });
    // The duration itself is under test: longer than the second at which it warns.
    const slow = createDialer({
      resolveName: () => new Promise((resolve) => setTimeout(() => resolve(addresses), 1050)),
    });
    expect(await ask('dns', { env, dialer: slow })).toMatchObject({ status: 'warn' });
    // Reserved: no resolver knows this name.
    expect(await ask('dns', { env: { DNS_REFERENCE_NAME: 'nothing.invalid' } })).toMatchObject({ status: 'fail' });
    expect(await ask('dns')).toMatchObject({ status: 'skipped' });
  });
});

describe('tls', () => {
  const askWith = async (days: number) => {
    const certificate = await makeCertificate({
      validFrom: new Date(Date.now() - 90 * dayMilliseconds),
      validTo: new Date(Date.now() + days * dayMilliseconds + 3_600_000),
    });
    const target = await startTarget((_request, response) => response.end(), certificate);
    const { ask } = await openDiagnosed();
    const dialer = createDialer({ trustedCertificates: [certificate.cert] });
    return ask('tls', { dialer, env: { BASE_URL: `https://localhost:${target.port}` } });
  };

  it.each([
    [60, 'ok'],
    [13, 'warn'],
    [2, 'fail'],
  ] as const)('with %d days left the certificate of the public address is %s', async (days, status) => {
    const result = await askWith(days);
    expect(result).toMatchObject({ status, message: expect.stringContaining(`${days} more days`) });
    expect(result.remedy === null).toBe(status === 'ok');
  });

  it('fails when it has expired, and is skipped when the address has none', async () => {
    expect(await askWith(-2)).toMatchObject({ status: 'fail', message: expect.stringContaining('expired') });
    const { ask } = await openDiagnosed();
    expect(await ask('tls')).toMatchObject({ status: 'skipped' });
    expect(await ask('tls', { env: { BASE_URL: 'http://localhost' } })).toMatchObject({ status: 'skipped' });
  });
});

describe('proxy', () => {
  it('warns when requests come through an untrusted proxy', async () => {
    const { ask } = await openDiagnosed();
    const process = { ...idleProcess, isBehindProxy: () => true };
    expect(await ask('proxy', { process })).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('TRUST_PROXY is off'),
    });
    expect(await ask('proxy', { process, env: { TRUST_PROXY: '1' } })).toMatchObject({ status: 'skipped' });
  });

  it('fails when the public address leads elsewhere', async () => {
    const { ask } = await openDiagnosed();
    const other = await startTarget((_request, response) => response.end('Welcome to nginx!'));
    const own = await startTarget((_request, response) => response.end('{"status":"ok"}'));
    expect(await ask('proxy', { env: { BASE_URL: own.url } })).toMatchObject({ status: 'ok' });
    expect(own.requests.map(({ path }) => path)).toEqual(['/healthz']);
    for (const BASE_URL of [other.url, `http://127.0.0.1:${await closedPort()}`])
      expect(await ask('proxy', { env: { BASE_URL } })).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('does not lead here'),
      });
  });
});

describe('clock', () => {
  /** Pages with clocks this many seconds ahead of ours. */
  const withPages = async (...ahead: (number | 'cached' | 'silent')[]): Promise<DiagnosedInstallation> => {
    const installation = await openDiagnosed();
    for (const seconds of ahead) {
      const target = await startTarget((_request, response) => {
        if (seconds === 'silent') return;
        const late = seconds === 'cached' ? -9000 : seconds;
        response.setHeader('date', new Date(Date.now() + late * 1000).toUTCString());
        if (seconds === 'cached') response.setHeader('age', '9000');
        response.end();
      });
      await makeMonitor(installation.db, { kind: 'URL', target: `${target.url}/private?q=1`, is_up: 1 });
    }
    return installation;
  };

  it.each([
    [[0, 0, 0, 0, 0], 'ok', /Agrees with 5 targets/],
    [[0, 0, 0, 90, -90], 'ok', /Agrees with 5 targets/],
    [[90, 90, 90, 90, 0], 'fail', /1 minute 3\d seconds slow/],
    [[-10, -10, -10, -10, -10], 'warn', /seconds fast/],
  ] as const)('targets ahead by %j s: %s', async (ahead, status, message) => {
    const { ask } = await withPages(...ahead);
    expect(await ask('clock')).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  it('ignores targets that sent the time of a cache, or none', async () => {
    const { ask } = await withPages(0, 0, 0, 0, 'cached');
    expect(await ask('clock')).toMatchObject({ status: 'skipped', message: expect.stringContaining('4 of 5') });
    expect(await (await withPages(0, 0)).ask('clock')).toMatchObject({ status: 'skipped' });
    expect(clockFinding([0, 0, 0, 60_000, 60_000, 60_000])).toMatchObject({ status: 'warn' });
  });

  it('is not delayed by a target that falls silent', async () => {
    const { ask } = await withPages(90, 90, 90, 90, 90, 'silent');
    expect(await ask('clock', { limit: 1000 })).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('5 targets'),
    });
  });
});
