import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { isPrivateAddress } from '../../../checks/probe/dialing/private-addresses.ts';
import { startHttpTarget } from '../../../testing/targets/http-target.ts';
import { getRdap } from './rdap-request.ts';

async function serve(answer: RequestListener) {
  const server = await startHttpTarget(answer);
  onTestFinished(() => server.close());
  return server;
}
const get = (url: string, dialer = createDialer()) =>
  getRdap(dialer, { url, mostBodyBytes: 256 * 1024, signal: AbortSignal.timeout(10_000) });

it('follows redirects within a server, and names the client', async () => {
  const server = await serve((request, response) =>
    request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('there'),
  );
  expect(await get(`${server.url}/a`)).toMatchObject({ status: 200, body: 'there' });
  expect(server.requests[0]?.headers).toMatchObject({
    accept: 'application/rdap+json, application/json',
    'user-agent': expect.stringMatching(/^Upvigil\/[\d.]+ \(\+domain check\)$/),
  });
});

it.each<[string, (body: string) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads a response in the encoding %s', async (coding, encode) => {
  const server = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(encode('{"events": []}')),
  );
  expect((await get(server.url)).body).toBe('{"events": []}');
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
});

it('follows no redirect to a private address, whatever its name', async () => {
  const inside = await serve((_request, response) => response.end('secret'));
  for (const location of [
    inside.url,
    `http://inside.example.com:${inside.port}/`,
    'http://[::1]/',
    'http://10.0.0.1/',
  ]) {
    const server = await serve((_request, response) => response.writeHead(301, { location }).end());
    const dialer = createDialer({ resolveName: async () => [{ address: '127.0.0.1', family: 4 }] });
    await expect(get(server.url, dialer)).rejects.toThrow('it redirects to a private address');
  }
  expect(inside.requests).toEqual([]);
});

it('follows redirects to web addresses only, and stops in a loop', async () => {
  const away = await serve((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  await expect(get(away.url)).rejects.toThrow('it redirects to an invalid address');
  const circle = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  await expect(get(circle.url)).rejects.toThrow('it redirects more than 3 times');
  expect(circle.requests).toHaveLength(4);
});

it('reads 256 KiB of an endless response', async () => {
  const server = await serve((_request, response) => {
    const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more));
    more();
  });
  expect((await get(server.url)).body).toHaveLength(256 * 1024);
});

it('gives up when the server falls silent, before its response or within', async () => {
  const silent = await serve(() => undefined);
  const half = await serve((_request, response) => void response.write('{'));
  for (const { url } of [silent, half]) {
    const asked = getRdap(createDialer(), { url, mostBodyBytes: 1000, signal: AbortSignal.timeout(300) });
    await expect(asked).rejects.toThrow();
  }
});

it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '203.0.113.9'])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
it.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '169.254.169.254', '224.0.0.1'],
  ...['255.255.255.255', '::1', '::', 'fd00::1', 'fe80::1%eth0', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'no address'],
])('%s is not', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});
