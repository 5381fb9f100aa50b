import { describe, expect, it } from 'vitest';
import type { NameAnswer } from './ask-name.ts';
import { createKnownNames } from './known-names.ts';
import { createWitnessedLookup } from './witnesses.ts';

const answered: NameAnswer = { addresses: [{ address: '203.0.113.7', family: 4 }] };
const silent: NameAnswer = { error: new Error('nobody answered'), is_silent: true };
const denied: NameAnswer = { error: new Error('no such name'), is_silent: false };

/** A lookup that returns these answers for each name in order, and repeats the last one. */
function openLookup(answers: Record<string, NameAnswer[]>) {
  const known = createKnownNames(null);
  known.note('witness.org', answered);
  const asked: string[] = [];
  const lookup = createWitnessedLookup(async (name) => {
    asked.push(name);
    const left = answers[name] ?? [denied];
    return (left.length > 1 ? left.shift() : left[0]) ?? denied;
  }, known);
  return { lookup, asked, known };
}

describe('an unanswered name', () => {
  it('is at fault itself when another name is answered', async () => {
    const { lookup } = openLookup({ 'a.example': [silent], 'witness.org': [answered] });
    expect(await lookup.ask('a.example')).toMatchObject({ is_silent: true, is_vouched: true });
  });

  it('proves nothing when no other name is answered either', async () => {
    const { lookup, known } = openLookup({ 'a.example': [silent], 'witness.org': [silent] });
    expect(await lookup.ask('a.example')).toMatchObject({ is_silent: true, is_vouched: false });
    expect(known.isSilent('witness.org')).toBe(true);
  });

  it('needs no witness when it was answered or denied', async () => {
    const { lookup, asked } = openLookup({ 'a.example': [answered], 'b.example': [denied] });
    expect(await lookup.ask('a.example')).toEqual(answered);
    expect(await lookup.ask('b.example')).toMatchObject({ is_vouched: false });
    expect(asked).toEqual(['a.example', 'b.example']);
  });

  it('shares its witness with others that are silent at the same time', async () => {
    const { lookup, asked } = openLookup({ 'a.example': [silent], 'b.example': [silent], 'witness.org': [answered] });
    const answers = await Promise.all([lookup.ask('a.example'), lookup.ask('b.example')]);
    expect(answers).toMatchObject([{ is_vouched: true }, { is_vouched: true }]);
    expect(asked).toEqual(['a.example', 'b.example', 'witness.org']);
  });
});

it('a watch reports that another name is answered, unless it has ended', async () => {
  const { lookup, asked } = openLookup({ 'witness.org': [answered] });
  const calls: string[] = [];
  lookup.watch('a.example', 0, () => calls.push('first'))();
  lookup.watch('a.example', 0, () => calls.push('second'));
  await expect.poll(() => calls).toEqual(['second']);
  expect(asked).toEqual(['witness.org']);
});
