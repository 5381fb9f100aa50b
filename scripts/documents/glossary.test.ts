import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unusedTerms } from './glossary.ts';

it('finds terms that their place does not use, however code spells them', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'glossary-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, 'src', 'watch-list.ts'), 'const apiTokens = userRole;');
  const rows = ['watch list', 'API token', 'role (of a user)', 'roll-up, contract'].map(
    (term) => `| ${term} | … | \`src\` |`,
  );
  expect(unusedTerms(root, rows.join('\n'))).toEqual(['roll-up', 'contract']);
});

it('every term of the glossary is used at its place, and stands in one row', () => {
  const root = path.join(import.meta.dirname, '../..');
  const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  expect(unusedTerms(root, glossary)).toEqual([]);
  const terms = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  const named = terms.filter((term) => term !== 'term' && !term.startsWith('---'));
  expect(named).toEqual([...new Set(named)]);
  expect(named.length).toBeGreaterThan(100);
});
