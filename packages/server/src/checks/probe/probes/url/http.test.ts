import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeOutcome, TargetOf } from '../../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../../testing/targets/certificates.ts';
import { type HttpTarget, startHttpTarget } from '../../../../testing/targets/http-target.ts';
import { behaviours, startTcpTarget } from '../../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, type ProbeRun, runProbe } from '../conformance.ts';

const page = (url: string, metadata: [tag: string, value: string | null] | null = null): TargetOf<'URL'> => ({
  kind: 'URL',
  url,
  metadata_tag: metadata?.[0] ?? null,
  metadata_value: metadata?.[1] ?? null,
  check_mode: 'http',
});

describeProbeConformance('the HTTP probe', {
  targetAt: (host, port) => page(`http://${host}:${port}/`),
  answering: behaviours.closes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  dripping(socket) {
    socket.write('HTTP/1.1 200 OK\r\n');
    behaviours.drips('X-Drip: 1\r\n', 10)(socket);
  },
});

describe('the HTTP probe', () => {
  const targets: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(targets.splice(0).map((target) => target.close()));
  });
  const serve = async (answer: RequestListener, certificate?: Certificate): Promise<HttpTarget> => {
    const target = await startHttpTarget(answer, certificate);
    targets.push(target);
    return target;
  };
  const probe = async (
    answer: RequestListener,
    metadata: [string, string | null] | null = null,
    run: ProbeRun = {},
  ): Promise<ProbeOutcome> => runProbe(page(`${(await serve(answer)).url}/`, metadata), run);

  it('sends GET with path, query, host, port and user agent', async () => {
    const target = await serve((_, response) => response.end('hello'));

    await runProbe(page(`${target.url}/a%20b?q=1#part`));

    expect(target.requests[0]).toMatchObject({
      path: '/a%20b?q=1',
      headers: {
        host: `127.0.0.1:${target.port}`,
        'user-agent': expect.stringMatching(/^Upvigil\//),
        connection: 'close',
      },
    });
  });

  it('sends the user name and password of the address', async () => {
    const target = await serve((_, response) => response.end());

    await runProbe(page(`http://me:p%40ss@127.0.0.1:${target.port}/`));

    expect(target.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it.each([
    [200, 'up'],
    [204, 'up'],
    [304, 'up'],
    [399, 'up'],
    [400, 'down'],
    [404, 'down'],
    [503, 'down'],
  ])('finds a page that answers %i %s', async (status, expected) => {
    const outcome = await probe((_, response) => response.writeHead(status).end());

    expect(outcome).toMatchObject({ outcome: expected, status_code: status, response_time_us: expect.any(Number) });
    if (expected === 'down') expect(outcome).toMatchObject({ reason: `HTTP ${status}` });
  });

  it('measures to the last byte', async () => {
    const outcome = await probe((_, response) => {
      response.write('first');
      // The delay is the measured time.
      setTimeout(() => response.end('last'), 120);
    });

    expect(outcome.outcome === 'up' && (outcome.response_time_us ?? 0)).toBeGreaterThanOrEqual(119_000);
  });

  it('follows 10 redirects to the page', async () => {
    const outcome = await probe((request, response) => {
      const hop = Number(request.url?.slice(1) || '0');
      if (hop === 10) response.end('here');
      else response.writeHead(302, { location: `/${hop + 1}` }).end();
    });

    expect(outcome).toMatchObject({ outcome: 'up', status_code: 200 });
  });

  it('gives a redirect loop up after 10', async () => {
    const target = await serve((_, response) => response.writeHead(301, { location: '/again' }).end('moved'));

    expect(await runProbe(page(target.url))).toMatchObject({
      outcome: 'down',
      reason: 'redirected more than 10 times',
      status_code: null,
    });
    expect(target.requests).toHaveLength(11);
  });

  it.each([
    ['file:///etc/passwd', 'redirected to file:, but only http and https are opened'],
    ['http://169.254.169.254/latest/meta-data/', 'link-local and cloud metadata addresses are never opened'],
    ['http://[::ffff:169.254.169.254]/', 'link-local and cloud metadata addresses are never opened'],
    ['http://2852039166/', 'link-local and cloud metadata addresses are never opened'],
    ['http://', 'redirected to an address that is none: "http://"'],
  ])('does not follow a redirect to %s', async (location, reason) => {
    const outcome = await probe((_, response) => response.writeHead(302, { location }).end());

    expect(outcome).toMatchObject({ outcome: 'down', reason });
  });

  it('reads a body that never ends until the time is up, and keeps nothing of it', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const outcome = await probe(
      (_, response) => {
        const timer = setInterval(() => response.write(chunk), 5);
        response.on('close', () => clearInterval(timer));
      },
      ['generator', null],
      { timeoutSeconds: 0.4 },
    );

    expect(outcome).toMatchObject({
      outcome: 'down',
      reason: 'timed out after 0.4 s while reading the body',
      status_code: null,
    });
  });

  it('reports that a body was cut off', async () => {
    const outcome = await probe((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });

    expect(outcome).toMatchObject({ outcome: 'down', reason: 'connection closed before the answer was complete' });
  });

  it('reports that an answer is not HTTP', async () => {
    const target = await startTcpTarget(behaviours.closes('SSH-2.0-OpenSSH_9.6\r\n'));
    targets.push(target);

    expect(await runProbe(page(`http://127.0.0.1:${target.port}/`))).toMatchObject({
      outcome: 'down',
      reason: 'answer is not valid HTTP: it does not begin with "HTTP/" and a version',
    });
  });

  describe('looking for metadata', () => {
    const html = '<html><head><META Name="Generator" content="Upvigil 1"></head><body>…</body></html>';

    it.each([
      ['the tag, whatever its case', 'generator', null, true],
      ['the tag and its value', 'generator', 'Upvigil 1', true],
      ['another value', 'generator', 'upvigil 1', false],
      ['another tag', 'author', null, false],
    ])('looks for %s', async (_, tag, value, expected) => {
      const outcome = await probe((_request, response) => response.end(html), [tag, value]);

      expect(outcome).toMatchObject({ outcome: 'up', metadata_found: expected });
    });

    it('has no result without a tag', async () => {
      expect(await probe((_, response) => response.end(html))).toMatchObject({ metadata_found: null });
    });

    it.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ])('finds it in a body compressed by %s', async (encoding, compress) => {
      const outcome = await probe(
        (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(compress(html)),
        ['generator', 'Upvigil 1'],
      );

      expect(outcome).toMatchObject({ outcome: 'up', metadata_found: true });
    });

    it('reports that a compressed body is invalid', async () => {
      const outcome = await probe((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip'),
      );

      expect(outcome).toMatchObject({ outcome: 'down', reason: 'body could not be decompressed' });
    });

    it('accepts an empty answer that declares a compression', async () => {
      const outcome = await probe((_, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());

      expect(outcome).toMatchObject({ outcome: 'up', status_code: 204 });
    });

    it.each([
      [2 * 1024 * 1024 - 100, true],
      [2 * 1024 * 1024, false],
    ])('searches the first 2 MiB: a tag behind %i bytes is found: %s', async (bytes, expected) => {
      const padding = Buffer.alloc(bytes, '<p>words</p>\n');
      const outcome = await probe(
        (_, response) => {
          response.write(padding);
          response.end('<meta name="generator" content="x">');
        },
        ['generator', null],
      );

      expect(outcome).toMatchObject({ outcome: 'up', metadata_found: expected });
    });

    it('reads the charset of the header', async () => {
      const latin = Buffer.from('<meta name="author" content="Müller">', 'latin1');
      const outcome = await probe(
        (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(latin),
        ['author', 'Müller'],
      );

      expect(outcome).toMatchObject({ metadata_found: true });
    });
  });

  describe('over TLS', () => {
    let authority: Certificate;
    beforeAll(async () => {
      authority = await makeCertificate({ isAuthority: true });
    });
    const probeTls = async (certificate: Certificate, isTrusted = true): Promise<ProbeOutcome> => {
      const target = await serve((_, response) => response.end('secret'), certificate);
      const dialer = isTrusted ? { trustedCertificates: [authority.cert] } : {};
      return runProbe(page(target.url), { dialer });
    };

    it('finds a page up whose certificate is good', async () => {
      expect(await probeTls(await makeCertificate({ authority }))).toMatchObject({ outcome: 'up', status_code: 200 });
    });

    it('names the day on which a certificate expired', async () => {
      const validity = { validFrom: new Date('2025-01-02'), validTo: new Date('2026-01-02') };

      expect(await probeTls(await makeCertificate({ authority, ...validity }))).toMatchObject({
        outcome: 'down',
        reason: 'certificate expired on 2026-01-02',
        status_code: null,
      });
    });

    it('names the day from which a certificate is valid', async () => {
      const validity = { validFrom: new Date('2096-01-02'), validTo: new Date('2097-01-02') };

      expect(await probeTls(await makeCertificate({ authority, ...validity }))).toMatchObject({
        reason: 'certificate is not valid before 2096-01-02',
      });
    });

    it('refuses a certificate for another name', async () => {
      expect(await probeTls(await makeCertificate({ authority, hostName: 'other.test' }))).toMatchObject({
        outcome: 'down',
        reason: 'certificate is not valid for the host name',
      });
    });

    it('refuses a self-signed certificate', async () => {
      expect(await probeTls(await makeCertificate(), false)).toMatchObject({ reason: 'self-signed certificate' });
    });

    it('refuses a certificate of an unknown authority', async () => {
      expect(await probeTls(await makeCertificate({ authority }), false)).toMatchObject({
        reason: 'certificate issuer is unknown or the chain is incomplete',
      });
    });

    it('sends no request to a server that it does not trust', async () => {
      const target = await serve((_, response) => response.end(), await makeCertificate());

      await runProbe(page(`https://me:secret@127.0.0.1:${target.port}/`));

      expect(target.requests).toEqual([]);
    });

    it('reports that a service does not speak TLS', async () => {
      const target = await serve((_, response) => response.end());

      expect(await runProbe(page(target.url.replace('http:', 'https:')))).toMatchObject({
        outcome: 'down',
        reason: 'TLS handshake failed: the service does not speak TLS',
      });
    });
  });
});
