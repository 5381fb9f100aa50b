import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Assertion, AssertionCompare } from '@upvigil/core/contract/check-options/assertions';
import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../../base/domain/check.ts';
import { runProbe } from '../conformance.ts';

const asked = (source: Assertion['source'], property: string, compare: AssertionCompare, value = ''): Assertion => ({
  source,
  property,
  compare,
  value,
});

describe('a page with assertions', { timeout: 90_000 }, () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const check = async (answer: RequestListener, assertions: Assertion[], path = '/'): Promise<ProbeOutcome> => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const target = { kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' } as const;
    return runProbe({ ...target, url_options: { ...defaultUrlOptions, assertions } }, { timeoutSeconds: 60 });
  };

  it('is read as it was sent: decompressed, with each of its headers, after its redirect', async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url === '/') return response.writeHead(302, { location: '/page' }).end('{"status":"moved"}');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      return response.end(gzipSync('{"status":"ok","page":"Welcome"}'));
    };
    const outcome = await check(listener, [
      asked('body', '', 'contains', 'Welcome'),
      asked('json', '$.status', 'equals', 'ok'),
      asked('header', 'set-cookie', 'equals', 'b=2'),
      asked('header', 'location', 'missing'),
      asked('size', '', 'greater', '31'),
      asked('size', '', 'less', '33'),
    ]);
    expect(outcome).toMatchObject({ outcome: 'up', status_code: 200, remark: null });
    expect(outcome.outcome === 'up' && outcome.evaluated?.every(({ ok }) => ok)).toBe(true);
  });

  it('has them evaluated only if its status was accepted', async () => {
    const outcome = await check((_, response) => response.writeHead(503).end(), [asked('body', '', 'contains', 'x')]);
    expect(outcome).toMatchObject({ outcome: 'down', reason: 'HTTP 503' });
    expect(outcome).not.toHaveProperty('evaluated');
  });

  it('has the time of its check, without that of the evaluation', async () => {
    const listener: RequestListener = (_, response) => setTimeout(() => response.end('a'.repeat(200_000)), 60);
    const outcome = await check(listener, [
      asked('time', '', 'greater', '0.05'),
      asked('time', '', 'less', '5'),
      asked('body', '', 'matches', '(a+)+$'),
    ]);
    expect(outcome).toMatchObject({ outcome: 'up' });
  });

  it('names its canonical address without the credentials of the check', async () => {
    const listener: RequestListener = (_, response) => response.end('<link rel="canonical" href="other">');
    const outcome = await check(listener, [asked('html', 'canonical', 'equals', '/dir/page')], '/dir/');
    expect(outcome).toMatchObject({
      outcome: 'up',
      remark: expect.stringMatching(
        /^canonical address is "http:\/\/127\.0\.0\.1:\d+\/dir\/other", expected "\/dir\/page"$/,
      ),
    });
  });

  it('12.2: is down in words where the answer takes too long to evaluate', async () => {
    const pattern = '\\pL{999}'.repeat(60);
    const outcome = await check(
      (_, response) => response.end('\u00e9'.repeat(128 * 1024)),
      [asked('body', '', 'matches', pattern)],
    );
    expect(outcome).toMatchObject({
      outcome: 'down',
      reason: 'the answer takes too long to evaluate',
      public_reason: 'the answer was not as expected',
      evaluated: [{ ok: false, actual: 'the answer takes too long to evaluate' }],
    });
  });

  it('holds no more of a body that comes byte by byte than of any other', async () => {
    const listener: RequestListener = async (_, response) => {
      for (let at = 0; at < 3000; at += 1) {
        response.write('x');
        if (at % 100 === 0) await new Promise(setImmediate);
      }
      response.end('end');
    };
    expect(await check(listener, [asked('body', '', 'contains', 'xend')])).toMatchObject({ outcome: 'up' });
  });
});
