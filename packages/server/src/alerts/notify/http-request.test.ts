import { afterEach, describe, expect, it } from 'vitest';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { plainOptions } from '../../testing/sinks/own-destination.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../testing/targets/tcp-target.ts';
import { createSlackChannel } from './channels/slack.ts';
import { askProvider } from './http-request.ts';

const dialer = createDialer();
const { signal } = new AbortController();
let provider: TcpTarget;
afterEach(() => provider.close());
const startProvider = async (behaviour: Behaviour): Promise<URL> => {
  provider = await startTcpTarget(behaviour);
  return new URL(`http://127.0.0.1:${provider.port}/hook`);
};

describe('a provider that answers something odd', () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  it.each([
    ['stays open', behaviours.says(upgrade)],
    ['closes', behaviours.closes(upgrade)],
  ])('is detected at once when it switches to another protocol and %s', async (_, behaviour) => {
    const url = await startProvider(behaviour);

    expect(await askProvider(dialer, { url, method: 'GET' }, signal)).toEqual({
      status: 101,
      body: '',
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    });
    await expect.poll(() => provider.open()).toBe(0);
  });

  it('is not accepted as Slack when it switches to another protocol, with the reason', async () => {
    const { href } = await startProvider(behaviours.says(upgrade));

    expect(await createSlackChannel({ ...plainOptions, dialer }).sendTest(href, null, signal)).toEqual({
      outcome: 'retry',
      reason: 'HTTP 101',
    });
  });

  it.each([
    ['is read to the first 16 KiB, and left', '', 16 * 1024],
    ['is left where it only calls itself compressed', 'Content-Encoding: gzip\r\n', 0],
  ])('%s', async (_, encoding, bodyLength) => {
    const head = `HTTP/1.1 200 OK\r\n${encoding}\r\n`;
    const url = await startProvider((socket) => {
      socket.write(head);
      behaviours.drips('x'.repeat(4096), 5)(socket);
    });

    const { status, body } = await askProvider(dialer, { url, method: 'GET' }, signal);

    expect({ status, length: body.length }).toEqual({ status: 200, length: bodyLength });
    await expect.poll(() => provider.open()).toBe(0);
  });
});
