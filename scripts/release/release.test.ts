import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** npm is started several times, beside other tests. */
vi.setConfig({ testTimeout: 120_000 });

const root = path.join(import.meta.dirname, '../..');
const clone = mkdtempSync(path.join(os.tmpdir(), 'upvigil-release-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** What works for minutes, and has tests of its own: by the names that the release calls. */
const stubs = {
  freeze: `node -e "fs.cpSync('fixtures/0.1.0', 'fixtures/0.2.0', { recursive: true })"`,
  verify: 'node -e 0',
  pack: `node -e "fs.writeFileSync(process.argv[1] + '/upvigil-0.2.0.tgz', 'packed')"`,
};
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

let stubbed = '';
beforeAll(() => {
  git('clone', '--quiet', '--depth', '1', `file://${root}`, '.');
  git('config', 'user.email', 'somebody@example.org');
  git('config', 'user.name', 'Somebody');
  writeFileSync(path.join(clone, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Something new.\n');
  setScripts(stubs);
  stubbed = git('rev-parse', 'HEAD').trim();
});
beforeEach(() => {
  git('reset', '--quiet', '--hard', stubbed);
  git('clean', '-fdxq');
  for (const tag of git('tag').split('\n').filter(Boolean)) git('tag', '-d', tag);
});

const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, env, encoding: 'utf8' });

/** Committed, so that the tree is clean. */
function setScripts(scripts: Record<string, string>): void {
  const file = path.join(clone, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...scripts } }, null, 2)}\n`);
  git('commit', '--quiet', '-am', 'Stubs');
}

function release(...args: string[]): { status: number | null; said: string } {
  const command = [
    '--import',
    path.join(root, 'node_modules/tsx/dist/loader.mjs'),
    path.join(root, 'scripts/release.ts'),
  ];
  const { status, stderr } = spawnSync(process.execPath, [...command, ...args], { cwd: clone, env, encoding: 'utf8' });
  return { status, said: stderr };
}

const isUntouched = (head: string): boolean =>
  git('status', '--porcelain') === '' && git('rev-parse', 'HEAD') === head && git('tag') === '';

it('makes tarballs, bill of materials and checksums, commits version, changelog and fixture, tags, and publishes nothing', () => {
  expect(release('0.2.0').said).toContain('Tagged v0.2.0. Nothing is published');
  const folder = path.join(clone, 'dist/release/0.2.0');
  expect(readdirSync(folder)).toEqual(['SHA256SUMS', 'upvigil-0.2.0.cdx.json', 'upvigil-0.2.0.tgz']);
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  for (const [sum, name = ''] of sums.map((line) => line.split('  '))) {
    expect(
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  expect(sums).toHaveLength(2);
  const bill = JSON.parse(readFileSync(path.join(folder, 'upvigil-0.2.0.cdx.json'), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: '0.2.0' } } });
  const names = (bill.components as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'zod', 'pg', 'react', 'sharp']));
  expect(names.filter((name) => ['vitest', 'vite', 'typescript'].includes(name))).toEqual([]);

  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--exact-match', 'HEAD').trim()).toBe('v0.2.0');
  expect(git('show', 'HEAD:packages/server/package.json')).toContain('"@upvigil/core": "0.2.0"');
  expect(git('show', 'HEAD:CHANGELOG.md')).toMatch(
    /## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new/,
  );
  expect(git('ls-tree', '--name-only', 'HEAD', 'fixtures/').trim().split('\n')).toContain('fixtures/0.2.0');
  expect(release('0.2.0').said).toContain('0.2.0 is not above 0.2.0');
});

it('a dry run does all but commit and tag', () => {
  const head = git('rev-parse', 'HEAD');
  expect(release('0.2.0', '--dry-run').status).toBe(0);
  expect(readdirSync(path.join(clone, 'dist/release/0.2.0'))).toContain('SHA256SUMS');
  expect(isUntouched(head)).toBe(true);
});

it('leaves the tree as it was when the tests fail', () => {
  setScripts({ verify: 'node -e "process.exit(3)"' });
  const head = git('rev-parse', 'HEAD');
  const { status, said } = release('0.2.0');
  expect([status, said]).toEqual([1, expect.stringContaining('Not released: Command failed: npm run verify')]);
  expect(isUntouched(head)).toBe(true);
});

it('refuses a tree with a file that nobody committed, and leaves the file', () => {
  writeFileSync(path.join(clone, 'notes.txt'), 'mine');
  const { status, said } = release('0.2.0');
  expect([status, said]).toEqual([1, 'Not released: The tree is not clean (notes.txt): commit or remove it\n']);
  expect(readFileSync(path.join(clone, 'notes.txt'), 'utf8')).toBe('mine');
});

it('refuses an option that it does not know', () => {
  expect(release('0.2.0', '--publish').said).toBe('Not released: "--publish" is not known: only --dry-run is\n');
});
