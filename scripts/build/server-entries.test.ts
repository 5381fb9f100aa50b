import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const packages = path.join(import.meta.dirname, '../../packages');
const { exports } = JSON.parse(readFileSync(path.join(packages, 'server/package.json'), 'utf8')) as {
  exports: Record<string, { default?: string }>;
};

it('what commands load of the server is bundled, because a start compiles nothing else', () => {
  const sources = readdirSync(path.join(packages, 'cli/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
    .map((file) => readFileSync(path.join(packages, 'cli/src', file), 'utf8'))
    .join('\n');
  const loaded = [...sources.matchAll(/import\('@upvigil\/server\/([^']+)'\)/g)].map(([, name]) => `./${name}`);
  expect(loaded).toContain('./main');
  expect(loaded.filter((name) => exports[name]?.default === undefined)).toEqual([]);
});
