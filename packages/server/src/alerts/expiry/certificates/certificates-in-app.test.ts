import { createServer, type Server, TLSSocket } from 'node:tls';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Certificate } from '@upvigil/core/contract/certificates';
import { dayMs } from '@upvigil/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate, type Certificate as Pair } from '../../../testing/targets/certificates.ts';
import { startHttpTarget } from '../../../testing/targets/http-target.ts';
import { type Behaviour, startTcpTarget } from '../../../testing/targets/tcp-target.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { hurriedClock } from '../../../testing/test-clock.ts';

const untilSeen = { timeout: 30_000, interval: 100 };
/** Valid for 300 days, longer than automatically renewed certificates. */
const expiringIn = (days: number): Promise<Pair> =>
  makeCertificate({ validFrom: new Date(Date.now() - 300 * dayMs), validTo: new Date(Date.now() + days * dayMs) });

let test: TestApp;
let website: number;
/** Resources to close at the end. */
const targets: { close(): unknown }[] = [];
beforeAll(async () => {
  test = await startTestApp({ clock: hurriedClock, listen: true });
  website = (await test.request('POST', '/websites/', { name: 'Shop' })).json<{ id: number }>().id;
});
afterAll(async () => {
  await test.close();
  for (const target of targets) await target.close();
});

async function startSite(...given: Parameters<typeof startHttpTarget>): ReturnType<typeof startHttpTarget> {
  const site = await startHttpTarget(...given);
  targets.push(site);
  return site;
}
const addPage = async (url: string, request: object): Promise<number> =>
  (await test.request('POST', `/urls/website/${website}`, { url, check_interval: 3600, request })).json().id;
const read = async <Answer>(path: string): Promise<Answer> => (await test.request('GET', path)).json<Answer>();
async function certificatesOf(name: string): Promise<Certificate[]> {
  const all = await read<Certificate[]>('/certificates');
  return all.filter(({ monitors }) => monitors.some((monitor) => monitor.name === name));
}

it('an expiring certificate is listed and raises an alert that no visitor sees', async () => {
  const pair = await expiringIn(6.5);
  const site = await startSite((_request, response) => response.end('ok'), pair);
  await addPage(`${site.url}/a`, { ca: pair.cert });
  await expect
    .poll(() => certificatesOf(`${site.url}/a`), untilSeen)
    .toMatchObject([{ state: 'expiring', days_left: 6, monitors: [{}] }]);
  await expect
    .poll(() => read<Alert[]>('/alerts/open'), untilSeen)
    .toMatchObject([
      { alert_type: 'CERT_EXPIRING', message: expect.stringMatching(/ expires in 6 days, on \d{4}-\d\d-\d\d$/) },
    ]);

  const documents = ['/api/public/status', `/api/public/status/${website}`, `/status/${website}`, '/history.atom'];
  for (const url of [...documents, '/api/v2/summary.json', '/api/v2/incidents.json']) {
    const visit = () => test.inject({ method: 'GET', url });
    await expect.poll(async () => (await visit()).statusCode, untilSeen).toBe(200);
    expect((await visit()).body).not.toMatch(/certificate for|CERT_EXPIRING/);
  }
  const { statusCode } = await test.inject({ method: 'GET', url: '/api/certificates' });
  expect(statusCode).toBe(401);
});

it('an invalid certificate is listed too: its page is down, with the reason', async () => {
  const site = await startSite((_request, response) => response.end('ok'), await expiringIn(100));
  await addPage(site.url, {});
  await expect
    .poll(() => certificatesOf(site.url), untilSeen)
    .toMatchObject([{ state: 'valid', issuer: 'localhost', names: ['localhost', '127.0.0.1'] }]);
});

it('for a page with redirects, the certificates of all servers are listed, until it is edited', async () => {
  const end = await startSite((_request, response) => response.end('there'), await expiringIn(200));
  const begin = await startSite(
    (_request, response) => response.writeHead(302, { location: end.url }).end(),
    await expiringIn(100),
  );
  const plain = await startSite((_request, response) => response.end('ok'));
  const id = await addPage(begin.url, { tls_verify: false });
  const daysLeft = async () => (await certificatesOf(begin.url)).map(({ days_left }) => days_left);
  await expect.poll(daysLeft, untilSeen).toEqual([99, 199]);
  await test.request('PUT', `/urls/${id}`, { url: plain.url });
  expect(await certificatesOf(plain.url)).toEqual([]);
  expect(await daysLeft()).toEqual([]);
});

/** Null when this user may not listen there. */
async function listenOnImapPort(pair: Pair): Promise<Server | null> {
  const server = createServer(pair, (socket) => {
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(993, '127.0.0.93', () => resolve(server));
  });
}

it('14.5: the certificate of IMAP on 993 is listed', async (context) => {
  const server = await listenOnImapPort(await expiringIn(100));
  if (!server) return context.skip('this user may not listen on port 993');
  targets.push({ close: () => void server.close() });
  await test.request('POST', `/network/websites/${website}/network-monitors`, {
    name: 'Mail',
    monitor_type: 'IMAP',
    host: '127.0.0.93',
    port: 993,
    check_interval: 3600,
  });
  await expect
    .poll(() => certificatesOf('Mail'), untilSeen)
    .toMatchObject([{ days_left: 99, monitors: [{ kind: 'IMAP' }] }]);
});

/** Answers each request of a client by the next text, then begins TLS, and answers as a mail server. */
const beginningTls =
  (pair: Pair, [greeting = '', ...answers]: readonly string[]): Behaviour =>
  (socket) => {
    let at = 0;
    socket.write(greeting);
    socket.on('data', function answer() {
      socket.write(answers[at] ?? '');
      at += 1;
      if (at < answers.length) return;
      socket.off('data', answer);
      const secure = new TLSSocket(socket, { isServer: true, ...pair });
      secure.on('error', () => undefined).on('data', () => secure.write('250 mx\r\n'));
    });
  };

it.each([
  ['SMTP', { security: 'starttls' }, ['220 mx\r\n', '250-mx\r\n250 STARTTLS\r\n', '220 go\r\n']],
  ['TLS', { starttls: 'postgresql' }, ['', 'S']],
] as const)('15.4: the certificate of %s with the options %j is listed', async (monitor_type, options, texts) => {
  const pair = await expiringIn(50);
  const target = await startTcpTarget(beginningTls(pair, texts));
  targets.push(target);
  const { host, port } = target;
  const monitor = { name: monitor_type, monitor_type, host, port, check_interval: 3600 };
  const body = { ...monitor, options: { ...options, ca: pair.cert } };
  expect((await test.request('POST', `/network/websites/${website}/network-monitors`, body)).statusCode).toBe(201);
  await expect
    .poll(() => certificatesOf(monitor_type), untilSeen)
    .toMatchObject([{ days_left: 49, monitors: [{ kind: monitor_type }] }]);
  const [listed] = await read<{ name: string; is_up: boolean }[]>(`/network/websites/${website}/network-monitors`).then(
    (all) => all.filter(({ name }) => name === monitor_type),
  );
  expect(listed?.is_up).toBe(true);
});
