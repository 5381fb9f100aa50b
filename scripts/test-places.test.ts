import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parts } from '../lab/parts.ts';
import config from '../vitest.config.ts';

interface Place {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
}

const projects = (config.test?.projects ?? []) as { test: Partial<Place> & { name: string } }[];
const places: Place[] = [
  ...projects.map(({ test: { name, include = [], exclude = [] } }) => ({ name, include, exclude })),
  ...parts.map(({ name, include = [`lab/${name}/**/*.test.ts`], exclude = [] }) => ({
    name: `deep ${name}`,
    include,
    exclude,
  })),
];
/** These projects run tests of other projects again, on PostgreSQL. */
const onPostgres = ['postgres', 'deep postgres'];

const signs: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '*': '[^/]*',
  '{': '(?:',
  ',': '|',
  '}': ')',
  '.': '\\.',
};
const toPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/\*\*\/|[*{},.]/g, (sign) => signs[sign] ?? sign)}$`);

function matcherOf({ include, exclude }: Place): (file: string) => boolean {
  const [included, excluded] = [include.map(toPattern), exclude.map(toPattern)];
  return (file) => included.some((each) => each.test(file)) && !excluded.some((each) => each.test(file));
}

it('every test file runs in one project of npm test or in one part of the deep run', () => {
  const root = path.join(import.meta.dirname, '..');
  const options = { cwd: root, encoding: 'utf8' } as const;
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], options).trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const matchers = places.map((place) => ({ name: place.name, runs: matcherOf(place) }));
  const misplaced = files.flatMap((file) => {
    const found = matchers.filter(({ runs }) => runs(file)).map(({ name }) => name);
    const once = found.filter((name) => !onPostgres.includes(name));
    const isRight = once.length === 1 || (once.length === 0 && found.length === 1);
    return isRight ? [] : [`${file}: ${found.join(', ') || 'nowhere'}`];
  });
  expect(misplaced).toEqual([]);
});
