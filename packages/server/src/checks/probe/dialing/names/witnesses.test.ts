import { describe, expect, it } from 'vitest';
import type { NameAnswer } from './ask-name.ts';
import { createKnownNames } from './known-names.ts';
import { createWitnessedWay } from './witnesses.ts';

const answered: NameAnswer = { addresses: [{ address: '203.0.113.7', family: 4 }] };
const silent: NameAnswer = { error: new Error('nobody answered'), is_silent: true };
const denied: NameAnswer = { error: new Error('no such name'), is_silent: false };

/** A way on which each name gets these answers, one after the other, the last one for good. */
function openWay(answers: Record<string, NameAnswer[]>) {
  const known = createKnownNames(null);
  known.note('witness.org', answered);
  const asked: string[] = [];
  const way = createWitnessedWay(async (name) => {
    asked.push(name);
    const left = answers[name] ?? [denied];
    return (left.length > 1 ? left.shift() : left[0]) ?? denied;
  }, known);
  return { way, asked, known };
}

describe('a name that nobody answers for', () => {
  it('is silent by its own fault when another name is answered', async () => {
    const { way } = openWay({ 'a.example': [silent], 'witness.org': [answered] });
    expect(await way.ask('a.example')).toMatchObject({ is_silent: true, is_vouched: true });
  });

  it('proves nothing when no other name is answered either', async () => {
    const { way, known } = openWay({ 'a.example': [silent], 'witness.org': [silent] });
    expect(await way.ask('a.example')).toMatchObject({ is_silent: true, is_vouched: false });
    expect(known.isSilent('witness.org')).toBe(true);
  });

  it('needs no witness when it was answered or denied', async () => {
    const { way, asked } = openWay({ 'a.example': [answered], 'b.example': [denied] });
    expect(await way.ask('a.example')).toEqual(answered);
    expect(await way.ask('b.example')).toMatchObject({ is_vouched: false });
    expect(asked).toEqual(['a.example', 'b.example']);
  });

  it('shares its witness with others that are silent at the same time', async () => {
    const { way, asked } = openWay({ 'a.example': [silent], 'b.example': [silent], 'witness.org': [answered] });
    const answers = await Promise.all([way.ask('a.example'), way.ask('b.example')]);
    expect(answers).toMatchObject([{ is_vouched: true }, { is_vouched: true }]);
    expect(asked).toEqual(['a.example', 'b.example', 'witness.org']);
  });
});

it('a watch tells when another name is answered, unless it is over', async () => {
  const { way, asked } = openWay({ 'witness.org': [answered] });
  const told: string[] = [];
  way.watch('a.example', 0, () => told.push('first'))();
  way.watch('a.example', 0, () => told.push('second'));
  await expect.poll(() => told).toEqual(['second']);
  expect(asked).toEqual(['witness.org']);
});
