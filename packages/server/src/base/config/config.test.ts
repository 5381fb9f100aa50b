import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const sentenceFor = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('readConfig', () => {
  it('takes the defaults of the contract where nothing is set', () => {
    expect(readConfig({})).toEqual({
      shown: expect.any(Object),
      secretTexts: [],
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      databaseUrl: null,
      role: 'all',
      adminPassword: null,
      baseUrl: null,
      chromiumPath: null,
      sendSmsApiUrl: 'https://api.sendsms.ro/json',
      commandsFile: null,
      trustProxy: false,
      logLevel: 'info',
      secretKey: null,
      metricsToken: null,
      hasMonitorMetrics: true,
      hasKumaMetrics: false,
      smsHourlyLimit: 30,
      isSecondFactorRequired: false,
      oidc: null,
      authProxy: null,
      dnsReferenceName: 'example.com',
      rdapBootstrapUrl: 'https://data.iana.org/rdap/dns.json',
      rdapServers: [],
      retentionDays: { checks: 30, hourly: 400, daily: null, alerts: null, audit: 400 },
    });
  });

  it.each([
    ['is not there', '/nowhere/chromium'],
    ['is a folder', os.tmpdir()],
    ['cannot be run', import.meta.filename],
  ])('names a CHROMIUM_PATH that %s', (_what, given) => {
    expect(sentenceFor({ CHROMIUM_PATH: given })).toBe(
      `CHROMIUM_PATH must be the path of Chrome or Chromium, a program that is there, or off, but it is "${given}"`,
    );
  });

  it('takes a CHROMIUM_PATH that can be run, or off', () => {
    expect(readConfig({ CHROMIUM_PATH: process.execPath }).chromiumPath).toBe(process.execPath);
    expect(readConfig({ CHROMIUM_PATH: 'off' }).chromiumPath).toBe(false);
  });

  it('switches metrics by on and off, and by no other word', () => {
    const config = readConfig({ METRICS_PER_MONITOR: 'off', METRICS_KUMA_NAMES: 'on' });
    expect(config).toMatchObject({ hasMonitorMetrics: false, hasKumaMetrics: true });
    expect(sentenceFor({ METRICS_PER_MONITOR: 'no' })).toBe('METRICS_PER_MONITOR must be on or off, but it is "no"');
  });

  it('takes what is set, and treats an empty variable as absent', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      BASE_URL: 'https://status.example.org/',
      TRUST_PROXY: 'on',
      RETENTION_DAILY_DAYS: '800',
      ROLE: '',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      baseUrl: 'https://status.example.org',
      trustProxy: true,
      role: 'all',
      retentionDays: { daily: 800 },
    });
  });

  it('takes the servers of registries, each with its suffix', () => {
    expect(
      readConfig({ RDAP_SERVERS: ' ru=https://rdap.example.org , .co.uk=http://127.0.0.1:80/x,' }).rdapServers,
    ).toEqual([
      { suffix: 'ru', url: 'https://rdap.example.org/' },
      { suffix: 'co.uk', url: 'http://127.0.0.1:80/x/' },
    ]);
    for (const wrong of ['ru', 'ru=', '=https://x', 'r u=https://x', 'ru=ftp://x', 'ru=https://x,nonsense'])
      expect(sentenceFor({ RDAP_SERVERS: wrong })).toContain(
        'RDAP_SERVERS must be suffixes with the address of their RDAP',
      );
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535 (0 takes any free port), but it is "http"'],
    [{ PORT: '70000' }, 'but it is "70000"'],
    [{ ROLE: 'boss' }, 'ROLE must be one of all, web, worker, but it is "boss"'],
    [{ ROLE: 'worker' }, 'needs PostgreSQL: set DATABASE_URL'],
    [{ BASE_URL: 'status.example.org' }, 'BASE_URL must be the public address of this server'],
    [
      { BASE_URL: 'https://example.org/uptime' },
      'BASE_URL must be the public address of this server without a path, starting with http:// or https://, but it is "https://example.org/uptime", which has a path',
    ],
    [{ BASE_URL: 'https://example.org/?a=b' }, 'which has more than a host and a port'],
    [{ BASE_URL: 'https://ann@example.org' }, 'which has a user name or a password'],
    [
      { BASE_URL: 'https://status\u200b.example.org' },
      'but it has a zero-width space (U+200B) in it: type its value again',
    ],
    [{ OIDC_CLIENT_SECRET: 'abc\u00a0def' }, 'but it has a no-break space (U+00A0) in it'],
    [{ HOST: '0.0.0.0:8080' }, 'HOST must be a host name or an IP address to listen on'],
    [{ DATA_DIR: '~/upvigil' }, 'DATA_DIR must be a folder, whose path does not begin with ~'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be off, the number of reverse proxies'],
    [{ SMS_HOURLY_LIMIT: '-1' }, 'SMS_HOURLY_LIMIT must be a number from 0 to 10000'],
    [{ RETENTION_CHECKS_DAYS: '0' }, 'RETENTION_CHECKS_DAYS must be a number of days from 1 to 36500'],
  ])('refuses %j with a sentence', (env, sentence) => {
    expect(sentenceFor(env as Record<string, string>)).toContain(sentence);
  });

  it.each([
    ['mysql://admin:hunter2@db/x', '"mysql://admin:***@db/x"'],
    ['postgres:/admin:hunter2@db/x', '"postgres:***@db/x"'],
    ['admin:hun:ter2@db:5432/x', '"admin:***@db:5432/x"'],
    ['host=db user=admin password=hunter2 dbname=x', '"host=db user=admin password=*** dbname=x"'],
    ["host=db password='hunter2 ter2'", '"host=db password=***"'],
    ['jdbc:postgresql://db/x?user=admin&password=hunter2', '"jdbc:postgresql://db/x?user=admin&password=***"'],
    ['sqlite', '"sqlite"'],
    ['postgres://admin:hunter2@db:port/x', '"postgres://admin:***@db:port/x", whose port is no number from 0 to 65535'],
    ['postgres://admin:hunter2@db:70000/x', 'whose port is no number from 0 to 65535'],
    ['postgres://admin:hunter2', '"postgres://admin:***", whose port is no number'],
    [
      'postgres://admin:hun/ter2@db/x',
      '"postgres://admin:***@db/x", whose password has a / that must be written as %2F',
    ],
    ['postgres://admin:hun#ter2@db/x', 'whose password has a # that must be written as %23'],
    ['postgres://admin:hunter2@d b/x', '"postgres://admin:***@d b/x", which cannot be read'],
    [
      'postgres://admin:hunter2%ff@db/x',
      '"postgres://admin:***@db/x", in which a % stands for no character: write it as %25',
    ],
  ])('says what is wrong with the DATABASE_URL %s, without its password', (DATABASE_URL, words) => {
    const sentence = sentenceFor({ DATABASE_URL });
    expect(sentence).toContain('DATABASE_URL must be an address that starts with postgres://');
    expect(sentence).toContain(words);
    expect(sentence).not.toMatch(/hun|ter2/);
  });

  it.each([
    'postgres://db/x',
    'postgresql://admin:p%40ss@[::1]:5432/x?sslmode=disable',
    'postgres://admin:100%sure@db/x',
    'postgres:///x?host=/var/run/postgresql',
  ])('takes the DATABASE_URL %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it.each([
    ['BASE_URL', 'ftp://admin:hunter2@example.org/'],
    ['SENDSMS_API_URL', 'ftp://admin:hunter2@example.org/'],
  ])('shows no password of the address %s', (name, value) => {
    expect(sentenceFor({ [name]: value })).toContain('but it is "ftp://admin:***@example.org/"');
  });

  it.each([
    [' pass word ', ' pass word '],
    ['from a file\n', 'from a file'],
    [' \t ', null],
  ])('takes the password %j as %j', (given, taken) => {
    expect(readConfig({ ADMIN_PASSWORD: given }).adminPassword).toBe(taken);
  });

  it.each([
    ['ADMIN_PASSWORD', 'long'.repeat(60)],
    ['METRICS_TOKEN', 'a b'],
  ])('never shows the value of the secret %s', (name, value) => {
    const sentence = sentenceFor({ [name]: value });
    expect(sentence).toContain(name);
    expect(sentence).not.toContain(value);
  });
});
