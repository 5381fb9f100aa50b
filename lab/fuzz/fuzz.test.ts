import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addToCorpus } from './corpus.ts';
import { closeReading } from './parsers/program/answering.ts';
import { parsers } from './registry.ts';
import { describeFailure, type Effort, tryInputs } from './try-inputs.ts';

/** Set by `npm run fuzz`. Without them, the short form of some seconds runs. */
const { FUZZ_MINUTES: minutes, FUZZ_SEED: givenSeed } = process.env;
const seed = givenSeed ? Number(givenSeed) : 20_261_123;
const sliceMs = (Number(minutes ?? 0) * 60_000) / parsers.length;

afterAll(closeReading);

it.each(parsers)(
  '$name reads or refuses whatever comes, in time, and harms nothing',
  async (parser) => {
    const effort: Effort = minutes ? { forMs: sliceMs } : { runs: parser.shortRuns };
    const { inputs, failure } = await tryInputs(parser, seed, effort);
    if (minutes) console.log(`${inputs} inputs, seed ${seed}: ${parser.name}`);
    if (failure && minutes) addToCorpus(parser.name, failure.input);
    expect(failure && describeFailure(parser, seed, failure)).toBeNull();
    expect(inputs).toBeGreaterThan(0);
  },
  sliceMs + 300_000,
);

it('names no parser twice, so that each has a file of its own for what was found', () => {
  const files = parsers.map(({ name }) => name.replace(/[^\w.-]+/g, '-'));
  expect(files).toEqual([...new Set(files)]);
});

it('lab/reliability.md counts them all', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../reliability.md'), 'utf8');
  const counts = [...document.matchAll(/^\| .* \| (\d+) \| `lab\/fuzz\/parsers\/.*` \|$/gm)].map(([, count]) =>
    Number(count),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(parsers.length);
});
