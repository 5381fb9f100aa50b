import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { runProbe } from '../../probes/conformance.ts';
import { createDialer, type DialerOptions } from '../dialer.ts';
import type { AskName } from './ask-name.ts';

const address = (text = '127.0.0.1'): LookupAddress[] => [{ address: text, family: 4 }];
const noAnswer = (code = 'EAI_AGAIN'): Error => Object.assign(new Error(code), { code, syscall: 'getaddrinfo' });

type Behaviour = 'answers' | 'fails' | 'silent' | 'unknown';

/** A resolver with these names; all others are unknown. */
function createResolver(behaviours: Record<string, Behaviour>) {
  const asked: string[] = [];
  const resolveName = (name: string): Promise<LookupAddress[]> => {
    asked.push(name);
    const behaviour = behaviours[name] ?? 'unknown';
    if (behaviour === 'silent') return new Promise(() => undefined);
    if (behaviour === 'answers') return Promise.resolve(address());
    return Promise.reject(noAnswer(behaviour === 'fails' ? 'EAI_AGAIN' : 'ENOTFOUND'));
  };
  return { asked, behaviours, resolveName };
}

const nothingListens = { kind: 'TCP_PORT', port: 1, expected_response: null } as const;

/** Checks a name as a monitor does. */
const check = (dialer: ReturnType<typeof createDialer>, host: string, timeoutSeconds = 5) =>
  runProbe({ ...nothingListens, host }, { dialer, timeoutSeconds });

const isFault = { outcome: 'fault', fault: 'resolver' };
const isDown = { outcome: 'down', reason: 'DNS name could not be looked up: its name server fails or does not answer' };
const isConnected = { outcome: 'down', reason: 'connection refused' };
const isWaiting = { outcome: 'down', reason: 'timed out after 1 s while waiting for the name server of the domain' };

const start = (behaviours: Record<string, Behaviour>, options: DialerOptions = {}) => {
  const resolver = createResolver(behaviours);
  return { ...resolver, dialer: createDialer({ resolveName: resolver.resolveName, ...options }) };
};

describe('a name that nobody answers', { concurrent: true }, () => {
  it('is a fault of this machine while no other name is known', async () => {
    const { dialer } = start({ 'shop.test': 'fails' });
    expect(await check(dialer, 'shop.test')).toMatchObject(isFault);
  });

  it('is a fault of this machine while other names fail too', async () => {
    const { dialer, behaviours } = start({ 'shop.test': 'answers', 'bank.test': 'answers' });
    expect(await check(dialer, 'shop.test')).toMatchObject(isConnected);
    expect(await check(dialer, 'bank.test')).toMatchObject(isConnected);
    behaviours['shop.test'] = 'fails';
    behaviours['bank.test'] = 'fails';
    expect(await check(dialer, 'shop.test')).toMatchObject(isFault);
    expect(await check(dialer, 'bank.test')).toMatchObject(isFault);
  });

  it('is down in words where another name is answered', async () => {
    const { dialer } = start({ 'shop.test': 'fails', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    expect(await check(dialer, 'shop.test')).toMatchObject(isDown);
  });

  it('is down at the timeout if another name is answered', async () => {
    const { dialer } = start({ 'shop.test': 'silent', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    expect(await check(dialer, 'shop.test', 1)).toMatchObject(isWaiting);
  });

  it('is a fault of this machine at the timeout if others are silent too', async () => {
    const { dialer, behaviours } = start({ 'shop.test': 'silent', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    behaviours['bank.test'] = 'silent';
    expect(await check(dialer, 'shop.test', 1)).toMatchObject(isFault);
  });

  it('is a fault of this machine again when others have failed since an earlier check that still waits', async () => {
    const { dialer, behaviours } = start({ 'shop.test': 'silent', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    expect(await check(dialer, 'shop.test', 1)).toMatchObject(isWaiting);
    behaviours['bank.test'] = 'fails';
    expect(await check(dialer, 'shop.test', 1)).toMatchObject(isFault);
  });

  it('is down for a ping too', async () => {
    const { dialer } = start({ 'shop.test': 'silent', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    const ping = { kind: 'ICMP_PING', host: 'shop.test', packet_loss_threshold: 50 } as const;
    expect(await runProbe(ping, { dialer, timeoutSeconds: 1 })).toMatchObject(isWaiting);
  });

  it('is down where the configured name is answered', async () => {
    const { dialer } = start({ 'shop.test': 'fails', 'always.test': 'answers' }, { referenceName: 'always.test' });
    expect(await check(dialer, 'shop.test')).toMatchObject(isDown);
  });

  it('is looked up once for many that fail at the same time', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `shop-${at}.test`);
    const failing = Object.fromEntries(names.map((name) => [name, 'fails' as const]));
    const { dialer, asked } = start({ ...failing, 'always.test': 'answers' }, { referenceName: 'always.test' });
    await Promise.all(names.map((name) => check(dialer, name)));
    expect(asked.filter((name) => name === 'always.test').length).toBeLessThan(10);
  });

  it('of a domain that is silent as a whole is the fault of that domain', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `www${at}.shop.test`);
    const { dialer, behaviours } = start({
      'bank.test': 'answers',
      ...Object.fromEntries(names.map((name) => [name, 'answers' as const])),
    });
    for (const name of ['bank.test', ...names]) await check(dialer, name);
    for (const name of names) behaviours[name] = 'fails';
    const [first = ''] = names;
    expect(await check(dialer, first)).toMatchObject(isDown);
  });

  it.each(['localhost', 'db', 'printer.local'])(
    'is not vouched for by %s, which needs no name server',
    async (name) => {
      const { dialer } = start({ 'shop.test': 'fails', [name]: 'answers' });
      await check(dialer, name);
      expect(await check(dialer, 'shop.test')).toMatchObject(isFault);
    },
  );

  it('is not vouched for by the local network when it leads outside', async () => {
    let isAway = false;
    const answers: Record<string, string> = { 'shop.test': '192.0.2.7', 'nas.home.test': '192.168.1.4' };
    const resolveName = (name: string): Promise<LookupAddress[]> =>
      isAway && name === 'shop.test' ? Promise.reject(noAnswer()) : Promise.resolve(address(answers[name]));
    const dialer = createDialer({ resolveName });
    await dialer.resolve('shop.test');
    await dialer.resolve('nas.home.test');
    isAway = true;
    await expect(dialer.resolve('shop.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  it('resolves again as soon as it is answered', async () => {
    const { dialer, behaviours } = start({ 'shop.test': 'fails', 'bank.test': 'answers' });
    await check(dialer, 'bank.test');
    expect(await check(dialer, 'shop.test')).toMatchObject(isDown);
    behaviours['shop.test'] = 'answers';
    expect(await check(dialer, 'shop.test')).toMatchObject(isConnected);
  });
});

describe('the second resolver', { concurrent: true }, () => {
  const directly =
    (behaviours: Record<string, Behaviour>): AskName =>
    (name) => {
      const behaviour = behaviours[name] ?? 'unknown';
      if (behaviour === 'silent') return new Promise(() => undefined);
      if (behaviour === 'answers') return Promise.resolve({ addresses: address() });
      return Promise.resolve({ error: noAnswer('ENOTFOUND'), is_silent: behaviour === 'fails' });
    };

  it('keeps silent names off the resolver of the host, which would be blocked for others', async () => {
    const names = ['a.shop.test', 'b.shop.test', 'c.shop.test'];
    const silent = Object.fromEntries(names.map((name) => [name, 'silent' as const]));
    const fails = Object.fromEntries(names.map((name) => [name, 'fails' as const]));
    const { dialer, asked } = start(
      { ...silent, 'bank.test': 'answers' },
      { resolveDirectly: directly({ ...fails, 'a.shop.test': 'silent', 'bank.test': 'answers' }) },
    );
    await check(dialer, 'bank.test');
    expect(await check(dialer, 'a.shop.test', 1)).toMatchObject(isWaiting);
    expect(await check(dialer, 'b.shop.test', 1)).toMatchObject(isDown);
    expect(await check(dialer, 'c.shop.test', 1)).toMatchObject(isDown);
    expect(asked).not.toContain('b.shop.test');
  });

  it('answers healthy names while the resolver of the host is held up by others', async () => {
    const { dialer, behaviours } = start(
      { 'shop.test': 'silent', 'bank.test': 'answers' },
      { resolveDirectly: directly({ 'bank.test': 'answers' }) },
    );
    await check(dialer, 'bank.test');
    await check(dialer, 'shop.test', 1);
    behaviours['bank.test'] = 'silent';
    expect(await check(dialer, 'bank.test', 1)).toMatchObject(isConnected);
  });

  it('is not used when it disagrees with the resolver of the host, as with a hosts file', async () => {
    const { dialer } = start(
      { 'shop.test': 'silent', 'bank.test': 'answers' },
      { resolveDirectly: async () => ({ addresses: address('192.0.2.1') }) },
    );
    await check(dialer, 'bank.test');
    await check(dialer, 'shop.test', 1);
    await expect(dialer.resolve('bank.test')).resolves.toEqual(address());
  });

  it('is not used when it answers nothing at all', async () => {
    const { dialer, behaviours } = start(
      { 'shop.test': 'fails', 'bank.test': 'answers' },
      { resolveDirectly: async () => ({ error: noAnswer(), is_silent: true }) },
    );
    await check(dialer, 'bank.test');
    await check(dialer, 'shop.test');
    behaviours['shop.test'] = 'answers';
    await expect.poll(() => check(dialer, 'shop.test')).toMatchObject(isConnected);
  });
});
