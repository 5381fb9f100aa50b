import { setTimeout as pause } from 'node:timers/promises';
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { EvaluatedAnswer } from './evaluated-answer.ts';
import { createEvaluator } from './evaluator.ts';

const answerOf = (body: string): EvaluatedAnswer => {
  const bytes = Uint8Array.from(Buffer.from(body));
  return { url: 'http://127.0.0.1/', headers: {}, charset: null, size: bytes.length, found: null, bytes };
};
const matches = (value: string): Assertion[] => [{ source: 'body', property: '', compare: 'matches', value }];
/** Takes minutes: 30,000 states for each character. */
const endless = '\\pL{999}'.repeat(60);
const letters = '\u00e9'.repeat(128 * 1024);

describe('the evaluation thread', () => {
  it('ends after 100 ms, and a new thread evaluates the answers that waited', async () => {
    const evaluator = createEvaluator(systemClock);
    const first = evaluator.evaluate(matches('ok'), answerOf('ok'), {});
    const long = evaluator.evaluate(matches(endless), answerOf(letters), {});
    const behind = [1, 2, 3].map(() => evaluator.evaluate(matches('o[k]'), answerOf('ok'), {}));
    const fine = { findings: [{ ok: true, actual: 'found', problem: null }] };
    expect(await first).toEqual(fine);
    expect(await long).toEqual({ excess: 'the answer takes too long to evaluate' });
    expect(await Promise.all(behind)).toEqual([fine, fine, fine]);
  });

  it('evaluates a monitor that exceeded its time after other monitors', async () => {
    const evaluator = createEvaluator(systemClock);
    const slow = {};
    await evaluator.evaluate(matches(endless), answerOf(letters), slow);
    const ended: string[] = [];
    const add = (owner: object, value: string, body: string, name: string) =>
      evaluator.evaluate(matches(value), answerOf(body), owner).then(() => ended.push(name));
    await Promise.all([
      add({}, endless, letters, 'busy'),
      add(slow, endless, letters, 'slow'),
      add({}, 'o[k]', 'ok', 'quick'),
    ]);
    expect(ended).toEqual(['busy', 'quick', 'slow']);
  });

  it('outlives a document that needs more memory than it has', async () => {
    const evaluator = createEvaluator(systemClock);
    const wide = `[${'{},'.repeat(340_000)}{}]`;
    const paths = ['$..*', '$..*..*', '$[*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*,*]'];
    for (const property of paths) {
      const evaluated = await evaluator.evaluate(
        [{ source: 'json', property, compare: 'equals', value: 'x' }],
        answerOf(wide),
        {},
      );
      expect(Object.values(evaluated)[0]).toSatisfy(
        (found) => Array.isArray(found) || /^the answer takes too|^this host had no processor/.test(String(found)),
      );
    }
    expect(await evaluator.evaluate(matches('ok'), answerOf('ok'), {})).toMatchObject({ findings: [{ ok: true }] });
  });

  it('takes ownership of the bytes instead of copying them, and does not block this thread', async () => {
    const evaluator = createEvaluator(systemClock);
    await evaluator.evaluate(matches('ok'), answerOf('ok'), {});
    const answer = answerOf(letters);
    let evaluated: unknown;
    void evaluator.evaluate(matches(endless), answer, {}).then((found) => {
      evaluated = found;
    });
    expect(answer.bytes.length).toBe(letters.length * 2);
    let timeSlices = 0;
    for (; evaluated === undefined; timeSlices += 1) await pause(1);
    expect(answer.bytes.length).toBe(0);
    expect(timeSlices).toBeGreaterThan(10);
  });

  it('reports that the queue is full', async () => {
    const evaluator = createEvaluator(systemClock);
    const half = { ...answerOf(''), bytes: new Uint8Array(33 * 1024 * 1024) };
    const busy = evaluator.evaluate(matches('ok'), answerOf('ok'), {});
    const waits = evaluator.evaluate(matches('ok'), half, {});
    const over = evaluator.evaluate(matches('ok'), { ...half, bytes: new Uint8Array(33 * 1024 * 1024) }, {});
    expect(await over).toEqual({ fault: 'too many answers wait to be evaluated' });
    expect(await busy).toMatchObject({ findings: [{ ok: true }] });
    expect(await waits).toMatchObject({ findings: [{ ok: false }] });
  });
});
