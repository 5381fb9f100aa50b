import { describe, expect, it } from 'vitest';
import { maskedSecret } from '../secrets/secret-names.ts';
import { changeOptions } from './change-options.ts';

const redis = { monitor_type: 'REDIS', host: 'cache.test', port: 6379 } as const;
const stored = { ...redis, options: { username: 'ops', password: 'sealed' } };

describe('options of a network monitor', () => {
  it('of a new one are those that differ from the defaults', () => {
    const given = { username: 'ops', password: '', tls_verify: true, ca: null, database: '3' };

    expect(changeOptions(null, redis, given)).toEqual({ options: { username: 'ops', database: '3' }, problems: [] });
    expect(changeOptions(null, redis, { tls_verify: true })).toEqual({ options: null, problems: [] });
    expect(changeOptions(null, redis, undefined)).toEqual({ options: null, problems: [] });
  });

  it('are merged with the stored ones, and null restores a default', () => {
    expect(changeOptions(stored, redis, { database: '3' }).options).toEqual({ ...stored.options, database: '3' });
    expect(changeOptions(stored, redis, { username: null }).options).toEqual({ password: 'sealed' });
    expect(changeOptions(stored, redis, null).options).toBeNull();
  });

  it('keep a masked or absent secret while the target stays', () => {
    const kept = { options: stored.options, problems: [] };

    expect(changeOptions(stored, redis, { password: maskedSecret })).toEqual(kept);
    expect(changeOptions(stored, redis, undefined)).toEqual(kept);
  });

  it.each([
    ['host', { host: 'other.test' }, {}],
    ['port', { port: 6380 }, {}],
    ['security', {}, { security: 'tls' }],
    ['verification', {}, { tls_verify: false }],
  ])('require a secret again at another %s', (_, moved, change) => {
    const { problems } = changeOptions(stored, { ...redis, ...moved }, change);

    expect(problems).toEqual([
      { field: 'options.password', message: expect.stringMatching(/^Enter this secret again: /) },
    ]);
  });

  it('keep secret headers by their names, and never open', () => {
    const socket = { monitor_type: 'WEBSOCKET', host: 'shop.test', port: 443 } as const;
    const header = (name: string, value: string, secret = true) => ({ name, value, secret });
    const headers = [header('X-One', 'sealed one'), header('X-Two', 'sealed two')];
    const change = (...changed: typeof headers) =>
      changeOptions({ ...socket, options: { headers } }, socket, { headers: changed });

    const reordered = [header('x-two', maskedSecret), header('X-New', 'new')];
    expect(change(...reordered)).toEqual({
      options: { headers: [header('x-two', 'sealed two'), header('X-New', 'new')] },
      problems: [],
    });
    expect(change(header('X-Other', maskedSecret)).problems).toMatchObject([{ field: 'options.headers.0.value' }]);
    expect(change(header('X-One', maskedSecret, false)).problems).toMatchObject([
      { field: 'options.headers.0.value', message: expect.stringMatching(/stays secret/) },
    ]);
  });

  it('do not move to another kind', () => {
    const imap = { ...redis, monitor_type: 'IMAP' } as const;

    expect(changeOptions(stored, imap, undefined)).toEqual({ options: null, problems: [] });
    expect(changeOptions(stored, imap, { password: maskedSecret }).problems).toEqual([
      { field: 'options.password', message: 'A monitor of type IMAP has no such option' },
    ]);
  });

  it.each([
    [{ password: maskedSecret }, 'options.password', /^There is no stored value/],
    [{ security: 'starttls' }, 'options.security', /^Security must be one of none, tls$/],
    [{ client_certificate: 'x' }, 'options.client_key', /^Client key is required/],
    [{ record_type: 'MX' }, 'options.record_type', /no such option$/],
  ])('refuse %j', (change, field, message) => {
    expect(changeOptions(null, redis, change).problems).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});
