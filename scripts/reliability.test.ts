import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** A row with a test title and, last, its file. */
const row = /^\|[^|]*\| ([^|]+) \| `([^`]+\.test\.tsx?)` \|$/gm;

it('every test that lab/reliability.md names is in its file', () => {
  const document = readFileSync(path.join(root, 'lab/reliability.md'), 'utf8');
  const named = [...document.matchAll(row)].map(([, title = '', file = '']) => ({ title, file }));
  // A row in another form would not be checked.
  expect(named).toHaveLength(document.split('\n').filter((line) => /^\|.*\.test\.tsx?`/.test(line)).length);
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ title, file }) => {
    const whole = path.join(root, file);
    return !existsSync(whole) || !readFileSync(whole, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});
