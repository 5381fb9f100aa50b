import { describe, expect, test } from 'vitest';
import { defaultServer, type Environment } from '../environment.ts';
import { CommandError, NotSignedInError, UsageError } from '../failures.ts';
import type { CommonOptions } from '../options/form.ts';
import { isStatus, openSession, serverAddress, usableToken } from './session.ts';
import type { SettingsStore, StoredSettings } from './settings.ts';

const nothingStored: StoredSettings = { server: null, token: null };
const noEnvironment: Environment = {
  server: null,
  token: null,
  password: null,
  configDir: '/nowhere',
  defaultServer,
  color: false,
  unicode: true,
  canDraw: false,
};

interface Given {
  options?: Partial<CommonOptions>;
  environment?: Partial<Environment>;
  stored?: StoredSettings | Error;
  access?: 'public' | 'admin';
  /** Responses by path; a login returns a token unless this says otherwise. */
  answer?: (path: string) => Response;
}

/** A session and the requests that it sent: method, address and authorization. */
async function open({ options, environment, stored = nothingStored, access = 'admin', answer }: Given) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    const token = new Headers(init?.headers).get('authorization');
    asked.push([init?.method, url, token].filter(Boolean).join(' '));
    const { pathname } = new URL(url);
    return (
      answer?.(pathname) ??
      Response.json(pathname.endsWith('/login') ? { access_token: 'new', token_type: 'bearer' } : [])
    );
  };
  const settings: SettingsStore = {
    file: '/nowhere/config.json',
    read: async () => {
      if (stored instanceof Error) throw stored;
      return stored;
    },
    write: () => Promise.reject(new Error('nothing is written')),
    forgetToken: () => Promise.reject(new Error('nothing is forgotten')),
  };
  const session = await openSession({
    options: { server: null, token: null, json: false, timeout: null, ...options },
    environment: { ...noEnvironment, ...environment },
    settings,
    form: 'terminal' as const,
    signal: new AbortController().signal,
    requestTimeoutMs: 10_000,
    access,
    special: { fetch },
  });
  return { session, asked };
}

const stored = { server: 'http://stored', token: 'kept' };

describe('the server', () => {
  test('is that of the option, then of the environment, then the stored one, then the usual one', async () => {
    const serverOf = async (given: Given) => (await open({ ...given, access: 'public' })).session.server;
    const environment = { server: 'http://environment/' };
    expect(await serverOf({ options: { server: 'http://option' }, environment, stored })).toBe('http://option');
    expect(await serverOf({ environment, stored })).toBe('http://environment');
    expect(await serverOf({ stored })).toBe('http://stored');
    expect(await serverOf({})).toBe(defaultServer);
  });

  test('is an http or https address; a password in it is not repeated', () => {
    expect(() => serverAddress('ftp://user:secret@a.example')).toThrow(UsageError);
    expect(() => serverAddress('ftp://user:secret@a.example')).not.toThrow('secret');
  });

  test('accepts a pasted address', () => {
    expect(serverAddress(' http://a.example:8080//\n')).toBe('http://a.example:8080');
    expect(serverAddress('\ufeffhttps://a.example\u200b/')).toBe('https://a.example');
  });

  test.each(['http://a.example/api', 'http://a.example/status', 'http://a.example/?a=b', 'http://a.example/#x'])(
    '%s has more than a host and a port, and is refused with the address that is meant',
    (text) => {
      expect(() => serverAddress(text)).toThrow(
        `The server must be an address without a path, such as http://a.example, but it is "${text}"`,
      );
    },
  );
});

describe('the right to talk to it', () => {
  test('is a token without the end of its line; one that no header can have is refused in words', () => {
    expect(usableToken(' upv_abc\r\n')).toBe('upv_abc');
    expect(() => usableToken('upv_\u200babc')).toThrow(
      'The token must not contain a zero-width space (U+200B): paste it again',
    );
    expect(() => usableToken('upv abc')).toThrow(UsageError);
    expect(() => usableToken('upv_äbc')).toThrow('letters, digits and signs only');
  });

  test('is the given token before the stored one', async () => {
    const { session, asked } = await open({ options: { token: 'given' }, environment: { token: 'other' }, stored });
    await session.api.websites.list();
    expect(session.tokenSource).toBe('option');
    expect(asked).toEqual(['GET http://stored/api/websites/ Bearer given']);
  });

  test('is never the stored token of another server', async () => {
    expect((await open({ stored })).session.tokenSource).toBe('stored');
    const elsewhere = open({ options: { server: 'http://other' }, stored });
    await expect(elsewhere).rejects.toThrow(new NotSignedInError('Not signed in to http://other. Run: upvigil login'));
  });

  test('is a session of its own with a password, which ends with the command', async () => {
    const { session, asked } = await open({ environment: { password: 'word' }, stored });
    await session.close();
    expect(session.tokenSource).toBe('password');
    expect(asked).toEqual(['POST http://stored/api/auth/login', 'POST http://stored/api/auth/logout Bearer new']);
    const kept = await open({ stored });
    await kept.session.close();
    expect(kept.asked).toEqual([]);
  });

  test('is missing if the settings are unreadable and needed', async () => {
    const unreadable = new CommandError('config.json cannot be read');
    const server = 'http://a';
    await expect(open({ stored: unreadable })).rejects.toThrow(CommandError);
    await expect(open({ options: { server }, stored: unreadable })).rejects.toThrow(NotSignedInError);
    expect((await open({ options: { server, token: 'given' }, stored: unreadable })).session.server).toBe(server);
  });

  test('is to be asked for again when a request meets a refused token', async () => {
    const { session } = await open({ stored, answer: () => Response.json({ detail: 'no' }, { status: 401 }) });
    await expect(session.api.websites.list()).rejects.toThrow(
      new NotSignedInError('http://stored no longer accepts the token. Run: upvigil login'),
    );
  });
});

test('reports a wrong password, and passes on other failures', async () => {
  const login = (status: number) =>
    open({ environment: { password: 'word' }, answer: () => Response.json({ detail: 'no' }, { status }) });
  await expect(login(401)).rejects.toThrow(NotSignedInError);
  await expect(login(429)).rejects.toSatisfy((error) => isStatus(error, 429));
});
