import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel, Destination, SendResult } from '../channel.ts';
import { idsOf } from './outbox-table.ts';
import { sendInParts } from './send-in-parts.ts';

const batch = (count: number) => ({
  key: 'place',
  lane: 'null',
  channel: {} as Channel,
  destination: {} as Destination,
  rows: Array.from({ length: count }, (_, id) => ({ id })),
  throttledUntil: null,
});

const sent: SendResult = { outcome: 'sent', reason: null };
const refused: SendResult = { outcome: 'give-up', reason: 'invalid_blocks', isAboutContent: true };
const busy: SendResult = { outcome: 'retry', reason: 'busy' };

/** The requests to a provider with these responses, and the outcome of each alert, in order. */
async function send(count: number, answer: (ids: number[]) => SendResult) {
  const asked: number[][] = [];
  const written = new Map<number, string>();
  await sendInParts(batch(count), {
    send: async ({ rows }) => {
      asked.push(idsOf(rows));
      return answer(idsOf(rows));
    },
    write: async ({ rows }, result) => {
      expect(idsOf(rows).filter((id) => written.has(id))).toEqual([]);
      for (const id of idsOf(rows)) written.set(id, result.outcome);
    },
  });
  return { asked, written: Object.fromEntries(written) };
}

describe('a message about many alerts', () => {
  it('is sent as one', async () => {
    expect(await send(3, () => sent)).toEqual({ asked: [[0, 1, 2]], written: { 0: 'sent', 1: 'sent', 2: 'sent' } });
  });

  it('that is refused for one alert is sent with all the others', async () => {
    const { asked, written } = await send(5, (ids) => (ids.includes(3) ? refused : sent));
    expect(written).toEqual({ 0: 'sent', 1: 'sent', 2: 'sent', 3: 'give-up', 4: 'sent' });
    expect(asked).toEqual([[0, 1, 2, 3, 4], [0, 1, 2], [3, 4], [3], [4]]);
  });

  it('is deferred with all its unsent parts by a provider that throttles', async () => {
    const { asked, written } = await send(4, (ids) => (ids.length === 4 ? refused : busy));
    expect(asked).toEqual([
      [0, 1, 2, 3],
      [0, 1],
    ]);
    expect(written).toEqual({ 0: 'retry', 1: 'retry', 2: 'retry', 3: 'retry' });
  });

  it('is not split when its content was not refused', async () => {
    const { asked, written } = await send(2, () => ({ outcome: 'give-up', reason: 'no such channel' }));
    expect([asked.length, written]).toEqual([1, { 0: 'give-up', 1: 'give-up' }]);
  });

  it('is given up when nothing is accepted, after the limit of requests', async () => {
    const { asked, written } = await send(1000, () => refused);
    expect(asked).toHaveLength(32);
    expect(new Set(Object.values(written))).toEqual(new Set(['give-up']));
  });

  it('leaves no alert without an outcome, whichever are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.uniqueArray(fc.nat({ max: 59 })), async (count, bad) => {
        const { asked, written } = await send(count, (ids) => (ids.some((id) => bad.includes(id)) ? refused : sent));
        expect(Object.keys(written)).toHaveLength(count);
        expect(asked.length).toBeLessThanOrEqual(32);
        const delivered = Object.entries(written).filter(([, outcome]) => outcome === 'sent');
        expect(delivered.some(([id]) => bad.includes(Number(id)))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
