import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { startHttpTarget } from '../../../testing/targets/http-target.ts';
import { listening, portOf } from '../../../testing/targets/tcp-target.ts';
import { runProbe } from '../probes/conformance.ts';
import { describePage, findTitle } from './describe-page.ts';
import { createTrace } from './trace.ts';

/** Outcome and page of a test of an address. */
async function testPage(url: string) {
  const trace = createTrace(systemClock, true, 64 * 1024);
  const target = { kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' } as const;
  const outcome = await runProbe(target, { trace });
  return { outcome, page: describePage(trace, systemClock.now()) };
}

it('has the title and the redirects of a page, and no password', async () => {
  const target = await startHttpTarget((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/shop' }).end();
    else response.end(`<head>${'<!-- long -->'.repeat(300)}<title>Shop of secret-1</title></head>`);
  });
  onTestFinished(() => target.close());
  const host = `127.0.0.1:${target.port}`;
  const { page } = await testPage(target.url.replace('//', '//ops:secret-1@'));
  expect(page).toEqual({
    title: 'Shop of [removed]',
    certificate: null,
    redirects: { count: 1, from: host, to: host },
  });
});

it('has a certificate that is refused, and says that TLS alone failed', async () => {
  const target = await startHttpTarget((_request, response) => void response.end(), await makeCertificate());
  onTestFinished(() => target.close());
  const { outcome, page } = await testPage(target.url);
  expect(outcome).toMatchObject({ outcome: 'down', reason: 'self-signed certificate', tls_failed: true });
  expect(page?.certificate).toMatchObject({ days_left: 0 });
});

it('does not take an answer by plain HTTP for TLS that failed', async () => {
  const target = await startHttpTarget((_request, response) => void response.end());
  onTestFinished(() => target.close());
  const { outcome } = await testPage(target.url.replace('http:', 'https:'));
  expect(outcome).toMatchObject({ outcome: 'down' });
  expect(outcome).not.toHaveProperty('tls_failed');
});

it('takes an alert of the server for TLS that failed', async () => {
  // Without a certificate, the server refuses each handshake with an alert.
  const server = createServer({});
  server.on('tlsClientError', () => undefined);
  await listening(server);
  onTestFinished(() => void server.close());
  const { outcome } = await testPage(`https://127.0.0.1:${portOf(server)}`);
  expect(outcome).toMatchObject({ outcome: 'down', tls_failed: true });
});

it('has nothing without a request', () => {
  expect(describePage(createTrace(systemClock, true), 0)).toBeNull();
});

describe('the title of a page', () => {
  it.each([
    ['<TITLE lang=en>\n  Fish &amp; Chips&nbsp;– caf&#233;\n</TITLE>', 'Fish & Chips – café'],
    ['<title>a <b> c</title><title>second</title>', 'a <b> c'],
    ['<!-- <title>no</title> --><script>"<title>no</title>"</script><title>yes</title>', 'yes'],
    ['<body><svg><title>icon</title></svg>', null],
    ['<svg><title>icon</title></svg><title>late</title>', null],
    ['<title>  </title>', null],
    ['<title>cut off', 'cut off'],
    ['{"title":"json"}', null],
  ])('of %s is %s', (html, title) => {
    expect(findTitle(html)).toBe(title);
  });
});
