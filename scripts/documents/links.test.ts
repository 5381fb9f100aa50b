import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { brokenLinks } from './links.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'doc-links-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(
    path.join(root, 'docs', 'there.md'),
    '# The `one` & only\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n',
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const broken = (text: string): string[] => {
  writeFileSync(path.join(root, 'docs', 'page.md'), `${text}\n\n## Here\n`);
  return brokenLinks(root, 'docs/page.md');
};

it('finds links to files and headings that are not there', () => {
  expect(broken('[a](there.md) ![b](there.md) [c](#here) [d](there.md#the-one--only) [e](there.md#twice-1)')).toEqual(
    [],
  );
  expect(broken('[a](gone.md) ![b](../gone.png)')).toEqual(['gone.md: no such file', '../gone.png: no such file']);
  expect(broken('[a](#there) [b](there.md#gone) [c](there.md#no-heading)')).toEqual([
    '#there: no such heading',
    'there.md#gone: no such heading',
    'there.md#no-heading: no such heading',
  ]);
});

it('finds links out of the repository, and addresses of no good form', () => {
  expect(broken('[a](../../etc/passwd) [b](/etc/passwd)')).toEqual([
    '../../etc/passwd: outside of this repository',
    '/etc/passwd: outside of this repository',
  ]);
  expect(broken('[a](https://example.com/x) <http://127.0.0.1:8080/status> [b](http://example.com)')).toEqual([
    'http://example.com: not https',
  ]);
  expect(broken('[a](https://) [b](https://example)')).toEqual(['https://: no address', 'https://example: no host']);
});

it('leaves code alone', () => {
  expect(broken('`[a](gone.md)`\n\n```\n[a](gone.md)\n```')).toEqual([]);
});
