import { describe, expect, it } from 'vitest';
import { createAliases } from './aliases.ts';
import type { KnownName } from './name-finder.ts';

const key = new Uint8Array(32).fill(7);
const aliases = (names: KnownName[] = [], secrets: string[] = []) => createAliases({ key, names, secrets });
const anAlias = /^(host|ip|email|phone|name|path)-[0-9a-f]{10}$/;

describe('aliases', () => {
  it.each([
    ['shop.example.org', /^host-\w+$/],
    ['Shop.Example.ORG.', /^host-\w+\.$/],
    ['bücher.example', /^host-\w+$/],
    ['10.1.2.3', /^ip-\w+$/],
    ['[2001:db8::5]:443', /^\[ip-\w+\]:443$/],
    ['::ffff:10.1.2.3', /^ip-\w+$/],
    ['ops+night@example.org', /^email-\w+$/],
    ['to=<ops@example.org>', /^to=<email-\w+>$/],
    ['+40712345678', /^phone-\w+$/],
    ['https://user:pass@shop.example.org:8443/private?token=1#x', /^https:\/\/name-\w+@host-\w+:8443\/path-\w+$/],
    ['(see https://shop.example.org/).', /^\(see https:\/\/host-\w+\/\)\.$/],
    ['postgres://db1/x', /^postgres:\/\/host-\w+\/path-\w+$/],
    ['https://[2001:db8::5]/', /^https:\/\/ip-\w+\/$/],
    ['connect ECONNREFUSED 10.1.2.3:25', /^connect ECONNREFUSED ip-\w+:25$/],
  ])('replace %s', (text, expected) => {
    expect(aliases().text(text)).toMatch(expected);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '12:04:31',
    'v20.20.2',
    'compose.ts:12',
    '/api/websites/3',
    'upvigil_up 1',
    '0.005',
    'a.b',
  ])('%s stays', (text) => {
    expect(aliases().text(text)).toBe(text);
  });

  it('are the same for one name in any form, and differ with another key', () => {
    const { text } = aliases([
      { kind: 'host', text: 'db1' },
      { kind: 'name', text: 'Shop & Söhne' },
    ]);
    expect(text('DB1')).toBe(text('db1'));
    expect(text('https://db1/')).toBe(`https://${text('db1')}/`);
    expect(text('shop & söhne is down')).toBe(`${text('Shop & Söhne')} is down`);
    expect(text('shop.example.org')).toBe(text('SHOP.example.org'));
    const other = createAliases({ key: new Uint8Array(32), names: [], secrets: [] });
    expect(other.text('shop.example.org')).not.toBe(text('shop.example.org'));
  });

  it('find known names as whole words only, the longest first', () => {
    const { text } = aliases([
      { kind: 'name', text: 'Shop' },
      { kind: 'name', text: 'Shop Berlin' },
    ]);
    expect(text('Shopping')).toBe('Shopping');
    expect(text('Shop Berlin')).toMatch(anAlias);
    expect(text('"Shop", Shop Berlin; shop')).toMatch(/^"name-(\w+)", name-(?!\1)\w+; name-\1$/);
  });

  it.each([
    '🚀',
    '(Shop)',
    '/home/jane/data',
    'Shop https://shop.example.org now',
    'say "hi"',
    'a\\b',
    'über',
    ' Shop ',
  ])('find the odd name %s, in JSON too', (name) => {
    const { text } = aliases([{ kind: 'name', text: name }]);
    expect(text(`x ${name} y`)).not.toContain(name.trim());
    expect(text(JSON.stringify({ msg: `of ${name}` }))).not.toContain(JSON.stringify(name).slice(1, -1).trim());
  });

  it('remove secrets in each form in which they may be written', () => {
    const secret = 'planted "secret"+1';
    const { text, value } = aliases([], [secret]);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString('base64'),
    ])
      expect(text(`password ${form}!`)).not.toMatch(/planted|cGxhbnRlZ/);
    expect(value({ list: [secret], count: 3, nothing: null })).toEqual({ list: ['********'], count: 3, nothing: null });
  });

  it('replace a host that is no longer stored, when an error names it', () => {
    const { text, value } = aliases();
    expect(text('getaddrinfo ENOTFOUND db1')).toMatch(/^getaddrinfo ENOTFOUND host-\w+$/);
    expect(value({ err: { hostname: 'db1', address: '127.0.0.1', code: 'ENOTFOUND' } })).toEqual({
      err: { hostname: text('getaddrinfo ENOTFOUND db1').slice(22), address: '127.0.0.1', code: 'ENOTFOUND' },
    });
  });

  it('leave a stack readable, except its folder', () => {
    const { text } = aliases([{ kind: 'path', text: '/home/jane' }]);
    const stack = 'Error: no shop.example.org\n    at Server.emit (file:///home/jane/upvigil/compose.ts:12:3)';
    expect(text(stack)).toMatch(
      /^Error: no host-\w+\n {4}at Server\.emit \(file:\/\/path-\w+\/upvigil\/compose\.ts:12:3\)$/,
    );
  });

  it('of long and hostile text are computed quickly', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => ({ kind: 'name' as const, text: `Shop ${index}` }));
    const { text } = aliases(names);
    const started = performance.now();
    for (const hostile of [
      'a'.repeat(8000),
      'a.'.repeat(4000),
      'a-'.repeat(4000),
      ':'.repeat(8000),
      '@'.repeat(8000),
      'shop '.repeat(1600),
      'http://'.repeat(1000),
    ])
      text(hostile);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
