import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { lockWithVersion, refusalReason, releasedChangelog, type Tree, withVersion } from './release/plan.ts';

/**
 * Makes a release of a clean tree, in `dist/release/X.Y.Z`: tarballs, bill of materials and checksums; then a commit with
 * version, changelog and fixture, and its tag. A failure leaves the tree unchanged. Publishes nothing.
 * npm run release X.Y.Z; with `-- --dry-run` all but commit and tag
 */
const root = process.cwd();
const [wanted = '', mode] = process.argv.slice(2);
const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };
const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
const fixture = `lab/fixtures/${wanted}`;
const edited = [...manifests, 'package-lock.json', 'CHANGELOG.md'];

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const lines = (text: string): string[] => text.split('\n').filter(Boolean);
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

function npm(...args: string[]): void {
  say(`npm ${args.join(' ')}`);
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

const readTree = (): Tree => ({
  version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  changed: lines(git('status', '--porcelain')).map((line) => line.slice(3)),
  tags: lines(git('tag')),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  fixtures: readdirSync('lab/fixtures'),
});

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function main(): void {
  if (mode !== undefined && mode !== '--dry-run') throw new Error(`"${mode}" is not known: only --dry-run is`);
  const tree = readTree();
  const refusal = refusalReason(wanted, tree);
  if (refusal !== null) throw new Error(refusal);
  try {
    writeVersion(tree.version);
    npm('run', 'freeze');
    npm('run', 'verify');
    npm('run', 'test:deep');
    makeFiles(path.join('dist/release', wanted));
    if (mode !== '--dry-run') tag();
  } finally {
    putBack();
  }
}

function writeVersion(from: string): void {
  for (const file of manifests) edit(file, (text) => withVersion(text, from, wanted));
  edit('package-lock.json', (text) => lockWithVersion(text, from, wanted));
  edit('CHANGELOG.md', (text) => releasedChangelog(text, wanted, new Date().toISOString().slice(0, 10)));
}

function makeFiles(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  npm('run', 'pack', '--', folder);
  writeFileSync(path.join(folder, `upvigil-${wanted}.cdx.json`), billOfMaterials(root, manifests));
  const sums = readdirSync(folder).map((name) => `${sha256(path.join(folder, name))}  ${name}\n`);
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
  say(`Made ${folder}: ${readdirSync(folder).join(', ')}`);
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function tag(): void {
  git('add', '--', ...edited, fixture);
  git('commit', '--quiet', '-m', `Release ${wanted}`);
  git('tag', '-a', `v${wanted}`, '-m', `Upvigil ${wanted}`);
  say(
    `Tagged v${wanted}. Nothing is published: push the tag and the files of dist/release/${wanted} when you mean it.`,
  );
}

/**
 * After the commit nothing has to be restored. Before it, every change is from this script, because the tree was clean.
 */
function putBack(): void {
  git('checkout', '--quiet', 'HEAD', '--', ...edited);
  if (lines(git('ls-files', fixture)).length === 0) rmSync(fixture, { recursive: true, force: true });
}

try {
  main();
} catch (error) {
  say(`Not released: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
  process.exitCode = 1;
}
