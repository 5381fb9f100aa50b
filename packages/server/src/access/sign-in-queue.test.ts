import { describe, expect, it } from 'vitest';
import { createSignInQueue } from './sign-in-queue.ts';

/** A queue whose work ends when the test says so. */
function openQueue(mostWaiting: number) {
  const queue = createSignInQueue(mostWaiting);
  const started: string[] = [];
  const refused: string[] = [];
  const endings: (() => void)[] = [];
  const come = (name: string, network: string, isKnown = false): void => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    };
    void queue.run({ network, isKnown }, work).then((outcome) => {
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
  it('lets each network have its turn, however many sign-ins another sends', async () => {
    const { come, started, finishOne } = openQueue(10);
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a');
    come('b1', 'b');
    for (let turn = 0; turn < 4; turn++) await finishOne();
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it('refuses at once what finds no place', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 6; network++) come(`first of ${network}`, String(network));
    await new Promise(setImmediate);
    expect(refused).toEqual(['first of 4', 'first of 5']);
    expect(started).toEqual(['first of 0']);
    for (let turn = 0; turn < 3; turn++) await finishOne();
    expect(started).toHaveLength(4);
  });

  it('gives the place of the network that has most to one that has none', async () => {
    const { come, refused } = openQueue(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a');
    come('b1', 'b');
    await new Promise(setImmediate);
    expect(refused).toEqual(['a4']);
  });

  it('finds a place for who was signed in before, even when all others come from networks of their own', async () => {
    const { come, started, refused, finishOne } = openQueue(3);
    for (let network = 0; network < 4; network++) come(`stranger ${network}`, String(network));
    come('administrator', 'home', true);
    await finishOne();
    expect(started).toEqual(['stranger 0', 'administrator']);
    expect(refused).toEqual(['stranger 3']);
  });

  it('goes on after work that failed', async () => {
    const { queue, come, started } = openQueue(3);
    const fails = queue.run({ network: 'a', isKnown: false }, () => {
      throw new Error('no database');
    });
    come('next', 'b');
    await expect(fails).rejects.toThrow('no database');
    await expect.poll(() => started).toEqual(['next']);
  });
});
