import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startHttpTarget } from '../../../testing/targets/http-target.ts';
import { startTcpTarget } from '../../../testing/targets/tcp-target.ts';
import { runProbe } from '../probes/conformance.ts';
import { createDialer, type DialerOptions } from './dialer.ts';

const refused: LookupAddress = { address: '169.254.169.254', family: 4 };
const harmless: LookupAddress = { address: '127.0.0.1', family: 4 };
const forbidden = 'link-local and cloud metadata addresses are never opened';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A name server that gives another answer at each query, and then repeats the last one. */
function changing(...answers: LookupAddress[][]): DialerOptions & { asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    resolveName: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
  };
}

const page = (url: string) =>
  ({ kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' }) as const;

it('a name that changes its address is allowed or refused by the address of the connection, at each check', async () => {
  const target = await startHttpTarget((_request, response) => response.end('ok'));
  open.push(target);
  const names = changing([harmless], [refused]);
  const dialer = createDialer(names);
  const url = page(`http://rebinding.test:${target.port}/`);
  expect(await runProbe(url, { dialer })).toMatchObject({ outcome: 'up' });
  expect(await runProbe(url, { dialer })).toMatchObject({ outcome: 'down', reason: forbidden });
  expect(target.requests).toHaveLength(1);
});

it('a connection looks its name up once: no second answer comes between check and connection', async () => {
  const target = await startTcpTarget((socket) => socket.end('hello'));
  open.push(target);
  const names = changing([harmless], [refused]);
  const socket = await createDialer(names).dial({ host: 'rebinding.test', port: target.port });
  expect([socket.remoteAddress, names.asked()]).toEqual(['127.0.0.1', 1]);
  socket.destroy();
});

it('a redirect to a name that leads to a refused address is not followed', async () => {
  const target = await startHttpTarget((_request, response) => {
    response.writeHead(302, { location: 'http://inside.test/latest/meta-data/' }).end();
  });
  open.push(target);
  const resolveName = async (host: string) => [host === 'inside.test' ? refused : harmless];
  const outcome = await runProbe(page(`http://outside.test:${target.port}/`), { dialer: { resolveName } });
  expect(outcome).toMatchObject({ outcome: 'down', reason: forbidden });
});

it('of mixed answers only what is not refused is connected to, whatever stands first and for whatever family', async () => {
  const target = await startTcpTarget((socket) => socket.end('hello'));
  open.push(target);
  const mixed = [refused, { address: 'fe80::1', family: 6 }, { address: '::ffff:a9fe:a9fe', family: 6 }, harmless];
  const dialer = createDialer({ resolveName: async () => mixed });
  expect(await dialer.resolve('mixed.test')).toEqual([harmless]);
  const socket = await dialer.dial({ host: 'mixed.test', port: target.port });
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
  const other = connect({ host: 'mixed.test', port: target.port, lookup: dialer.lookup });
  await new Promise((resolve) => other.once('connect', resolve));
  expect(other.remoteAddress).toBe('127.0.0.1');
  other.destroy();
});
