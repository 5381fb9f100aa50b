import { builtInDelivery } from '@upvigil/core/testing/fake-watched';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import type { SendResult } from '../channel.ts';
import { exampleAlertContent } from '../conformance.ts';
import { sendInParts } from './send-in-parts.ts';
import type { HeldGroup } from './take-group.ts';

const group = (count: number): HeldGroup => ({
  deliveries: Array.from({ length: count }, (_, id) => ({
    ...{ id, alert_id: id, recipient: null, attempts: 0, created_at: testNow, next_attempt_at: testNow, website_id: 1 },
    ...{
      ...builtInDelivery,
      step: 0,
      alert_type: 'DOWN' as const,
      problem: 'outage' as const,
      kind: 'URL' as const,
      monitor_enabled: 1 as const,
      monitor_id: 1,
      severity: null,
      ends_alert_id: null,
      ended_at: null,
      acknowledged_at: null,
      acknowledged_by: null,
      maintenance_run_id: null,
    },
  })),
  contents: Array.from({ length: count }, (_, alert_id) => exampleAlertContent({ alert_id })),
  heldBackUntil: null,
});
const idsOf = ({ deliveries }: HeldGroup): number[] => deliveries.map(({ id }) => id);

const sent: SendResult = { outcome: 'sent', reason: null };
const refused: SendResult = { outcome: 'give-up', reason: 'invalid_blocks', isAboutContent: true };
const busy: SendResult = { outcome: 'retry', reason: 'busy' };

/** What a provider that answers like this has been asked, and what is written of each alert, in this order. */
async function send(count: number, answer: (ids: number[]) => SendResult) {
  const asked: number[][] = [];
  const written = new Map<number, string>();
  await sendInParts(group(count), {
    send: async (part) => {
      expect(part.contents.map(({ alert_id }) => alert_id)).toEqual(idsOf(part));
      asked.push(idsOf(part));
      return answer(idsOf(part));
    },
    write: async (part, result) => {
      expect(idsOf(part).filter((id) => written.has(id))).toEqual([]);
      for (const id of idsOf(part)) written.set(id, result.outcome);
    },
  });
  return { asked, written: Object.fromEntries(written) };
}

describe('a message about many alerts', () => {
  it('goes out as one', async () => {
    expect(await send(3, () => sent)).toEqual({ asked: [[0, 1, 2]], written: { 0: 'sent', 1: 'sent', 2: 'sent' } });
  });

  it('that is refused for one alert tells all the others', async () => {
    const { asked, written } = await send(5, (ids) => (ids.includes(3) ? refused : sent));
    expect(written).toEqual({ 0: 'sent', 1: 'sent', 2: 'sent', 3: 'give-up', 4: 'sent' });
    expect(asked).toEqual([[0, 1, 2, 3, 4], [0, 1, 2], [3, 4], [3], [4]]);
  });

  it('is left alone for now, with all that is open, by a provider that asks for patience', async () => {
    const { asked, written } = await send(4, (ids) => (ids.length === 4 ? refused : busy));
    expect(asked).toEqual([
      [0, 1, 2, 3],
      [0, 1],
    ]);
    expect(written).toEqual({ 0: 'retry', 1: 'retry', 2: 'retry', 3: 'retry' });
  });

  it('is not taken apart when it is not what it says that was refused', async () => {
    const { asked, written } = await send(2, () => ({ outcome: 'give-up', reason: 'no such channel' }));
    expect([asked.length, written]).toEqual([1, { 0: 'give-up', 1: 'give-up' }]);
  });

  it('is given up where nothing at all is taken, after so many requests', async () => {
    const { asked, written } = await send(1000, () => refused);
    expect(asked).toHaveLength(32);
    expect(new Set(Object.values(written))).toEqual(new Set(['give-up']));
  });

  it('leaves no alert without a word, whichever are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.uniqueArray(fc.nat({ max: 59 })), async (count, bad) => {
        const { asked, written } = await send(count, (ids) => (ids.some((id) => bad.includes(id)) ? refused : sent));
        expect(Object.keys(written)).toHaveLength(count);
        expect(asked.length).toBeLessThanOrEqual(32);
        const told = Object.entries(written).filter(([, outcome]) => outcome === 'sent');
        expect(told.some(([id]) => bad.includes(Number(id)))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
