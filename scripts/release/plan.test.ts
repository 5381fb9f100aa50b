import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lockWithVersion, refusalReason, releasedChangelog, type Tree, withVersion } from './plan.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const changelog = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0\n\n- The first.\n';
const ready: Tree = { version: '0.1.0', changed: [], tags: ['v0.1.0'], changelog, fixtures: ['0.1.0', 'README.md'] };

it('releases a clean tree under a higher version', () => {
  for (const wanted of ['0.1.1', '0.2.0', '0.10.0', '1.0.0']) expect(refusalReason(wanted, ready)).toBeNull();
});

it('releases the version that package.json and changelog already have, and leaves its section as it is', () => {
  const prepared = releasedChangelog(changelog, '0.2.0', '2026-11-23');
  expect(refusalReason('0.2.0', { ...ready, version: '0.2.0', changelog: prepared })).toBeNull();
  expect(releasedChangelog(prepared, '0.2.0', '2026-11-30')).toBe(prepared);
});

it.each<[string, string, Partial<Tree>, string]>([
  ['no version', '', {}, '"" is no version'],
  ['a range', '^1.0.0', {}, '"^1.0.0" is no version'],
  ['a version that would be a path', '../../1.0.0', {}, 'is no version'],
  ['a version that would be an option', '--force', {}, 'is no version'],
  ['the released version', '0.1.0', {}, 'The tag v0.1.0 is there already'],
  ['a lower version', '0.9.9', { version: '0.10.0' }, '0.9.9 is below 0.10.0'],
  ['a prepared version without its section', '0.2.0', { version: '0.2.0' }, 'CHANGELOG.md has no section 0.2.0'],
  [
    'a prepared version with later changes',
    '0.2.0',
    { version: '0.2.0', changelog: `${changelog}## 0.2.0\n` },
    'move them to 0.2.0',
  ],
  ['a tag that there is', '0.2.0', { tags: ['v0.2.0'] }, 'The tag v0.2.0 is there already'],
  ['a fixture that there is', '0.2.0', { fixtures: ['0.2.0'] }, 'lab/fixtures/0.2.0 is there already'],
  ['a changed file', '0.2.0', { changed: ['README.md'] }, 'The tree is not clean (README.md)'],
  ['a version in the changelog', '0.2.0', { changelog: `${changelog}## 0.2.0\n` }, 'CHANGELOG.md has 0.2.0 already'],
  [
    'no changes to describe',
    '0.2.0',
    { changelog: '## Unreleased\n\n## 0.1.0\n\n- The first.\n' },
    'CHANGELOG.md says nothing',
  ],
  ['no section for them', '0.2.0', { changelog: '## 0.1.0\n\n- The first.\n' }, 'CHANGELOG.md says nothing'],
])('refuses %s', (_what, wanted, tree, sentence) =>
  expect(refusalReason(wanted, { ...ready, ...tree })).toContain(sentence),
);

it('what was unreleased becomes the section of the version, and the next changes have a place', () => {
  const text = releasedChangelog(changelog, '0.2.0', '2026-11-23');
  expect(text).toContain('## Unreleased\n\n## 0.2.0 - 2026-11-23\n\n- Something new.\n\n## 0.1.0');
  expect(refusalReason('0.3.0', { ...ready, version: '0.2.0', changelog: text })).toContain('says nothing');
});

it('writes the version wherever this repository has it, and nowhere else', () => {
  const { version, workspaces } = JSON.parse(read('package.json')) as { version: string; workspaces: string[] };
  const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  for (const file of manifests) {
    const text = withVersion(read(file), version, '77.8.9');
    expect(JSON.parse(text).version).toBe('77.8.9');
    expect(text).not.toMatch(new RegExp(`"@upvigil/\\w+": "${version}"`));
    expect(withVersion(text, '77.8.9', version)).toBe(read(file));
  }
  const lock = lockWithVersion(read('package-lock.json'), version, '77.8.9');
  expect(lock.match(/77\.8\.9/g)?.length).toBeGreaterThan(manifests.length);
  expect(lockWithVersion(lock, '77.8.9', version)).toBe(read('package-lock.json'));
});
