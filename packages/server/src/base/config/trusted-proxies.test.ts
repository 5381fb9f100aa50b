import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { fastifyTrust, trustedProxiesSchema } from './trusted-proxies.ts';

/** The client address that the server derives. `forwardedFor`: the header as written by the visitor and the proxies. */
async function seenAddress(setting: string, remoteAddress: string, forwardedFor?: string): Promise<string> {
  const app = fastify({ trustProxy: fastifyTrust(trustedProxiesSchema.parse(setting)) });
  app.get('/', async ({ ip }) => ip);
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const answer = await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return answer.body;
}

describe('TRUST_PROXY', () => {
  it.each([
    ['off', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['0', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['1', '10.0.0.2', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['1', '10.0.0.2', undefined, '10.0.0.2'],
    ['2', '10.0.0.2', '1.1.1.1, 203.0.113.5, 10.0.0.3', '203.0.113.5'],
    ['loopback', '127.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['loopback', '::ffff:127.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['loopback', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['10.0.0.0/8', '10.0.0.2', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.2, loopback,2001:db8::/32', '2001:db8::1', '1.1.1.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
    ['uniquelocal', '172.18.0.2', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['on', '203.0.113.5', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ])('%s: from %s with "%s" comes %s', async (setting, remoteAddress, forwardedFor, seen) => {
    expect(await seenAddress(setting, remoteAddress, forwardedFor)).toBe(seen);
  });

  it.each([
    ...['11', '-1', '1.5', 'maybe', '10.0.0', '10.0.0.0/33', '10.0.0.0/0', '::/0', '2001:db8::/129', '10.0.0.0/8/8'],
    ...['10.0.0.1 10.0.0.2', '10.0.0.1,', 'localhost', '10.0.0.0/', '1e1', 'on,loopback'],
  ])('may not be "%s"', (setting) => {
    expect(trustedProxiesSchema.safeParse(setting).success).toBe(false);
  });
});
