import { describe, expect, it } from 'vitest';
import { createSignInQueue } from './sign-in-queue.ts';

/** A queue whose jobs end when the test releases them. */
function openQueue(mostWaiting: number) {
  const queue = createSignInQueue(mostWaiting);
  const started: string[] = [];
  const refused: string[] = [];
  const endings: (() => void)[] = [];
  const come = (name: string, network: string, isKnown = false, wrong = 0): void => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    };
    void queue.run({ network, isKnown, wrong }, work).then((outcome) => {
      if (outcome === 'full') refused.push(name);
    });
  };
  const finishOne = async (): Promise<void> => {
    endings.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, started, refused, come, finishOne };
}

describe('the queue of sign-ins', () => {
  it('serves each network, however many requests another sends', async () => {
    const { come, started, finishOne } = openQueue(10);
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a');
    come('b1', 'b');
    for (let turn = 0; turn < 4; turn++) await finishOne();
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it('refuses at once when it is full', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 6; network++) come(`first of ${network}`, String(network));
    await new Promise(setImmediate);
    expect(refused).toEqual(['first of 4', 'first of 5']);
    expect(started).toEqual(['first of 0']);
    for (let turn = 0; turn < 3; turn++) await finishOne();
    expect(started).toHaveLength(4);
  });

  it('gives a position of the network with most to one with none', async () => {
    const { come, refused } = openQueue(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a');
    come('b1', 'b');
    await new Promise(setImmediate);
    expect(refused).toEqual(['a4']);
  });

  it('serves first-time senders before networks with wrong sign-ins', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 4; network++) come(`flood ${network}`, `198.51.${network}.1`, false, 3);
    come('owner', '192.0.2.1');
    await finishOne();
    expect(started).toEqual(['flood 0', 'owner']);
    expect(refused).toEqual(['flood 3']);
  });

  it('serves refused senders first when they try again', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 4; network++) come(`flood ${network}`, `198.51.${network}.1`);
    come('owner', '192.0.2.1');
    await new Promise(setImmediate);
    expect(refused).toEqual(['owner']);
    come('owner again', '192.0.2.1');
    await finishOne();
    expect(started).toEqual(['flood 0', 'owner again']);
    expect(refused).toEqual(['owner', 'flood 3']);
  });

  it.each([
    ['IPv6', (at: number) => `2001:db8:1:${at}::/64`, '2001:db8:2:0::/64'],
    ['IPv4', (at: number) => `198.51.100.${at}`, '192.0.2.1'],
  ])('serves wider networks of %s in turn, of which one holder may have many', async (_what, flood, home) => {
    const { come, started, finishOne } = openQueue(20);
    for (let network = 0; network < 10; network++) come(`flood ${network}`, flood(network));
    come('owner', home);
    for (let turn = 0; turn < 4; turn++) await finishOne();
    expect(started).toContain('owner');
  });

  it('has a position for a known sender, even when all others come from separate networks', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 4; network++) come(`stranger ${network}`, String(network));
    come('administrator', 'home', true);
    await finishOne();
    expect(started).toEqual(['stranger 0', 'administrator']);
    expect(refused).toEqual(['stranger 3']);
  });

  it('continues after a failed job', async () => {
    const { queue, come, started } = openQueue(3);
    const fails = queue.run({ network: 'a', isKnown: false }, () => {
      throw new Error('no database');
    });
    come('next', 'b');
    await expect(fails).rejects.toThrow('no database');
    await expect.poll(() => started).toEqual(['next']);
  });
});
