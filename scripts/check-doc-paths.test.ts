import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingNames, missingPaths, untruths } from './check-doc-paths.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'doc-paths-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'docs', 'there.md'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

test('names the document and the path that does not exist', () => {
  writeFileSync(path.join(root, 'README.md'), 'See `docs/there.md` and `docs/gone.md`.');
  expect(missingPaths(root, ['README.md'])).toEqual(['README.md: docs/gone.md']);
});

test('reads several paths written with braces', () => {
  writeFileSync(path.join(root, 'README.md'), 'See `docs/{there,gone}.md`.');
  expect(missingPaths(root, ['README.md'])).toEqual(['README.md: docs/gone.md']);
});

test('names the file that no folder has', () => {
  expect(missingNames('See `engine.ts` and `gone.ts`.', ['packages/server/src/checks/engine/engine.ts'])).toEqual([
    'gone.ts',
  ]);
});

test('the documents of this repository name nothing that is not there', () => {
  expect(untruths(path.join(import.meta.dirname, '..'))).toEqual([]);
});
