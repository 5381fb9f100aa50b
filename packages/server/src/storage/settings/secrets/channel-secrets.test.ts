import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { describe, expect, it } from 'vitest';
import { takeSecrets } from './channel-secrets.ts';

const sealed = (name: string): string => `sealed:${'0'.repeat(16)}:${name}`;
const hook = {
  kind: 'webhook' as const,
  config: { url: 'https://example.org/hook', headers: [{ name: 'X-Key', value: '' }], secret: '' },
  secrets: { secret: sealed('secret'), 'headers.x-key': sealed('key') },
};
const masked = (config: object) => ({
  kind: 'webhook' as const,
  config: {
    url: 'https://example.org/hook',
    headers: [{ name: 'X-Key', value: maskedSecret }],
    secret: maskedSecret,
    ...config,
  },
});
const enterAll = { enterAgain: ['headers', 'secret'] };

describe('the secrets of settings', () => {
  it('are separated, new ones in plain text and kept ones encrypted', () => {
    const headers = [
      { name: 'x-key', value: maskedSecret },
      { name: 'X-Other', value: 'new' },
    ];
    expect(takeSecrets(masked({ headers }), hook)).toEqual({
      config: {
        url: 'https://example.org/hook',
        secret: '',
        headers: [
          { name: 'x-key', value: '' },
          { name: 'X-Other', value: '' },
        ],
      },
      secrets: { secret: sealed('secret'), 'headers.x-key': sealed('key'), 'headers.x-other': 'new' },
    });
  });

  it('stay while only the path changes', () => {
    expect(takeSecrets(masked({ url: 'https://example.org/another?one=1' }), hook)).toMatchObject({
      secrets: hook.secrets,
    });
  });

  it.each([
    ['host', 'https://example.com/hook'],
    ['port', 'https://example.org:8443/hook'],
    ['way to it', 'http://example.org/hook'],
    ['user, which looks like a host', 'https://example.org@evil.example/hook'],
  ])('must be entered again for another %s', (_what, url) => {
    expect(takeSecrets(masked({ url }), hook)).toEqual(enterAll);
  });

  it('must be entered again for another kind, for a name that had none, and where none are stored', () => {
    expect(takeSecrets(masked({}), { ...hook, kind: 'gotify' })).toEqual(enterAll);
    expect(takeSecrets(masked({ headers: [{ name: 'X-New', value: maskedSecret }] }), hook)).toEqual({
      enterAgain: ['headers'],
    });
    expect(takeSecrets(masked({}), null)).toEqual(enterAll);
  });

  it('are not taken sealed from somebody who may have them from a backup', () => {
    const config = { url: 'https://evil.example/', headers: [], secret: sealed('secret') };
    expect(takeSecrets({ kind: 'webhook', config }, hook)).toEqual({ enterAgain: ['secret'] });
  });

  it('in an address stay behind their masks for the same server only', () => {
    const stored = { ...hook, config: { ...hook.config, url: 'https://me:pw@example.org/hook?sig=abc' } };
    const given = (host: string) => masked({ url: `https://me:${maskedSecret}@${host}/new?sig=${maskedSecret}` });
    expect(takeSecrets(given('example.org'), stored)).toMatchObject({
      config: { url: 'https://me:pw@example.org/new?sig=abc' },
    });
    expect(takeSecrets(given('example.com'), stored)).toEqual({ enterAgain: ['url', 'headers', 'secret'] });
    expect(takeSecrets(given('example.org'), hook)).toEqual({ enterAgain: ['url'] });
  });

  it('of a hosted provider stay where its own address is written out', () => {
    const ntfy = {
      kind: 'ntfy' as const,
      config: { base_url: '', topic: 'a', token: '' },
      secrets: { token: sealed('t') },
    };
    const given = (base_url: string) => ({
      kind: 'ntfy' as const,
      config: { base_url, topic: 'b', token: maskedSecret },
    });
    expect(takeSecrets(given('https://ntfy.sh'), ntfy)).toMatchObject({ secrets: ntfy.secrets });
    expect(takeSecrets(given('https://ntfy.example'), ntfy)).toEqual({ enterAgain: ['token'] });
  });

  it('that belong to an address which is a secret do not go to a new one', () => {
    const push = {
      kind: 'web_push' as const,
      config: { endpoint: '', p256dh: '', auth: '', browser: '' },
      secrets: { endpoint: sealed('e'), p256dh: sealed('p'), auth: sealed('a') },
    };
    const config = { endpoint: 'https://push.example/x', p256dh: maskedSecret, auth: maskedSecret, browser: '' };
    expect(takeSecrets({ kind: 'web_push', config }, push)).toEqual({ enterAgain: ['p256dh', 'auth'] });
  });
});
