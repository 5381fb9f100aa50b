import { createServer, type Server } from 'node:tls';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Certificate } from '@upvigil/core/contract/certificates';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { day } from '../../results/rollups/rollup.ts';
import { makeCertificate, type Certificate as Pair } from '../../testing/targets/certificates.ts';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const untilSeen = { timeout: 30_000, interval: 100 };
/** Of 300 days, which are longer than what programs renew. */
const expiringIn = (days: number): Promise<Pair> =>
  makeCertificate({ validFrom: new Date(Date.now() - 300 * day), validTo: new Date(Date.now() + days * day) });

let test: TestApp;
let website: number;
beforeEach(async () => {
  test = await startTestApp({ listen: true });
  website = (await test.request('POST', '/websites/', { name: 'Shop' })).json<{ id: number }>().id;
});
afterEach(() => test.close());

const addPage = (url: string, request: object) =>
  test.request('POST', `/urls/website/${website}`, { url, check_interval: 3600, request });
const read = async <Answer>(path: string): Promise<Answer> => (await test.request('GET', path)).json<Answer>();
const certificates = (): Promise<Certificate[]> => read('/certificates');
const alerts = (): Promise<Alert[]> => read('/alerts/');

it('14.1: a certificate with 6 days raises one alert, and visitors see none', { timeout: 90_000 }, async () => {
  const pair = await expiringIn(6.5);
  const site = await startHttpTarget((_request, response) => response.end('ok'), pair);
  onTestFinished(() => site.close());
  await addPage(`${site.url}/a`, { ca: pair.cert });
  await expect.poll(async () => (await alerts()).length, untilSeen).toBe(1);
  const [alert] = await alerts();
  expect(alert?.alert_type).toBe('CERT_EXPIRING');
  expect(alert?.message).toContain(`${site.url}/a`);
  expect(alert?.message).toMatch(/ expires in 6 days, on \d{4}-\d\d-\d\d$/);
  expect(await certificates()).toMatchObject([{ state: 'expiring', days_left: 6, monitors: [{}] }]);
  expect((await read<Alert[]>('/alerts/open')).map(({ id }) => id)).toEqual([alert?.id]);

  const documents = ['/api/public/status', `/api/public/status/${website}`, `/status/${website}`, '/history.atom'];
  for (const url of [...documents, '/api/v2/summary.json', '/api/v2/incidents.json']) {
    const visit = () => test.inject({ method: 'GET', url });
    await expect.poll(async () => (await visit()).statusCode, untilSeen).toBe(200);
    expect((await visit()).body).not.toMatch(/certificate for|CERT_EXPIRING/);
  }
  const { statusCode } = await test.inject({ method: 'GET', url: '/api/certificates' });
  expect(statusCode).toBe(401);
});

it('a certificate that is not good is listed too: its page is down, and says why', { timeout: 90_000 }, async () => {
  const site = await startHttpTarget((_request, response) => response.end('ok'), await expiringIn(100));
  onTestFinished(() => site.close());
  await addPage(site.url, {});
  await expect.poll(async () => (await certificates()).length, untilSeen).toBe(1);
  expect((await certificates())[0]).toMatchObject({
    state: 'valid',
    issuer: 'localhost',
    names: ['localhost', '127.0.0.1'],
  });
});

it('of a page that leads elsewhere, the certificates of the whole way are listed', { timeout: 90_000 }, async () => {
  const [first, second] = [await expiringIn(100), await expiringIn(200)];
  const end = await startHttpTarget((_request, response) => response.end('there'), second);
  const begin = await startHttpTarget(
    (_request, response) => response.writeHead(302, { location: end.url }).end(),
    first,
  );
  onTestFinished(async () => void (await Promise.all([begin.close(), end.close()])));
  await addPage(begin.url, { tls_verify: false });
  await expect.poll(async () => (await certificates()).map(({ days_left }) => days_left), untilSeen).toEqual([99, 199]);
});

it('an edit to another target forgets what the old one showed', { timeout: 90_000 }, async () => {
  const site = await startHttpTarget((_request, response) => response.end('ok'), await expiringIn(100));
  const plain = await startHttpTarget((_request, response) => response.end('ok'));
  onTestFinished(async () => void (await Promise.all([site.close(), plain.close()])));
  const { id } = (await addPage(site.url, { tls_verify: false })).json<{ id: number }>();
  await expect.poll(async () => (await certificates()).length, untilSeen).toBe(1);
  await test.request('PUT', `/urls/${id}`, { url: plain.url });
  expect(await certificates()).toEqual([]);
});

/** Null where this user may not listen there. */
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

it('14.5: the certificate of IMAP on 993 is listed', { timeout: 90_000 }, async (context) => {
  const server = await listenOnImapPort(await expiringIn(100));
  if (!server) return context.skip('this user may not listen on port 993');
  onTestFinished(() => void server.close());
  await test.request('POST', `/network/websites/${website}/network-monitors`, {
    ...{ name: 'Mail', monitor_type: 'IMAP', host: '127.0.0.93', port: 993, check_interval: 3600 },
  });
  await expect
    .poll(certificates, untilSeen)
    .toMatchObject([{ days_left: 99, monitors: [{ kind: 'IMAP', name: 'Mail' }] }]);
});
