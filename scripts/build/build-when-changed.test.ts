import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildWhenChanged } from './build-when-changed.mjs';

let root: string;
let builds: number;
/** Exists during a build. */
const lockFile = 'node_modules/.cache/upvigil-build.lock';
let lock: string;

const write = (file: string, content: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};

async function build(): Promise<void> {
  builds += 1;
  for (const made of ['cli/dist/bin.js', 'server/bundle/main.js', 'web/dist/index.html', 'web/dist/assets/app.js'])
    write(`packages/${made}`, '');
}

const start = (nodeVersion = 'v20') => buildWhenChanged({ root, build, nodeVersion });

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'upvigil-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  lock = path.join(root, lockFile);
  builds = 0;
  write('package-lock.json', '{}');
  write('packages/core/src/limits.ts', 'one');
  write('packages/web/public/logo.svg', '<svg/>');
  write('packages/server/src/testing/fake.ts', '');
  await start();
});

describe('npm start', () => {
  it('builds the first time, and a second start builds nothing while nothing changed', async () => {
    expect(builds).toBe(1);
    expect(await start()).toBe(false);
    expect(builds).toBe(1);
  });

  it.each<[string, () => void]>([
    ['a source of the same size was edited', () => write('packages/core/src/limits.ts', 'two')],
    ['a source was edited to the same size and time', () => editUnseen('packages/core/src/limits.ts', 'two')],
    ['a source is new', () => write('packages/core/src/new.ts', '')],
    ['a source was renamed', () => rename('packages/core/src/limits.ts', 'packages/core/src/bounds.ts')],
    ['a source was removed', () => rmSync(path.join(root, 'packages/core/src/limits.ts'))],
    ['a picture was replaced', () => write('packages/web/public/logo.svg', '<svg></svg>')],
    ['the lock file names other packages', () => write('package-lock.json', '{"a":1}')],
    ['what was built is gone', () => rmSync(path.join(root, 'packages/web/dist'), { recursive: true })],
    ['a part of what was built is gone', () => rmSync(path.join(root, 'packages/web/dist/assets/app.js'))],
    ['the record of the last build is broken', () => write('node_modules/.cache/upvigil-build.json', '[')],
  ])('builds when %s', async (_, change) => {
    change();
    expect(await start()).toBe(true);
    expect(await start()).toBe(false);
  });

  it('builds for another Node', async () => {
    expect(await start('v24')).toBe(true);
  });

  it.each<[string, () => void]>([
    ['a source was only touched', () => utimesSync(path.join(root, 'packages/core/src/limits.ts'), 0, 0)],
    ['only a test changed', () => write('packages/core/src/limits.test.ts', 'new')],
    ['only a helper of tests changed', () => write('packages/server/src/testing/fake.ts', 'new')],
    ['only compiled catalogues changed', () => write('packages/core/src/languages/compiled/pages/de.ts', 'made')],
    ['only what was built changed', () => write('packages/cli/dist/bin.js', 'patched')],
  ])('does not build when %s', async (_, change) => {
    change();
    expect(await start()).toBe(false);
    expect(builds).toBe(1);
  });

  it.each(['node_modules', 'node_modules/.cache'])(
    'builds also where nothing can be remembered in %s',
    async (folder) => {
      rmSync(path.join(root, 'node_modules'), { recursive: true });
      write(folder, 'no folder');
      expect(await start()).toBe(true);
      expect(await start()).toBe(true);
    },
  );

  it('builds again after a build that failed', async () => {
    write('packages/core/src/limits.ts', 'broken');
    const failing = async () => Promise.reject(new Error('does not compile'));
    await expect(buildWhenChanged({ root, build: failing, nodeVersion: 'v20' })).rejects.toThrow('does not compile');
    expect(await start()).toBe(true);
  });

  it('builds again after a build that broke off, though the sources are as they were before it', async () => {
    write('packages/core/src/limits.ts', 'two');
    const breakingOff = async () => Promise.reject(new Error('ended'));
    await expect(buildWhenChanged({ root, build: breakingOff, nodeVersion: 'v20' })).rejects.toThrow('ended');
    write('packages/core/src/limits.ts', 'one');
    expect(await start()).toBe(true);
  });

  it('builds once when two start at once', async () => {
    write('packages/core/src/limits.ts', 'two');
    let isDone = false;
    const first = buildWhenChanged({
      root,
      nodeVersion: 'v20',
      build: async () => {
        await expect.poll(() => existsSync(lock)).toBe(true);
        await new Promise((resolve) => setImmediate(resolve));
        isDone = true;
        await build();
      },
    });
    const second = start().then((hasBuilt) => ({ hasBuilt, isDone }));
    expect(await first).toBe(true);
    expect(await second).toEqual({ hasBuilt: false, isDone: true });
    expect(existsSync(lock)).toBe(false);
  });

  it.each<[string, () => void]>([
    ['whose process is gone', () => write(lockFile, '999999999')],
    ['that nobody renews any more', () => age(lockFile, String(process.ppid))],
    ['that says nothing', () => write(lockFile, '')],
  ])('does not wait for a lock %s', async (_, leave) => {
    write('packages/core/src/limits.ts', 'two');
    leave();
    expect(await start()).toBe(true);
  });

  it('builds again what was edited during a build', async () => {
    write('packages/core/src/limits.ts', 'two');
    const editing = async () => write('packages/core/src/limits.ts', 'three');
    await buildWhenChanged({ root, build: editing, nodeVersion: 'v20' });
    expect(await start()).toBe(true);
  });
});

function rename(from: string, to: string): void {
  renameSync(path.join(root, from), path.join(root, to));
}

/** Edits a file and restores its times, as some tools do. */
function editUnseen(file: string, content: string): void {
  const { atime, mtime } = statSync(path.join(root, file));
  write(file, content);
  utimesSync(path.join(root, file), atime, mtime);
}

function age(file: string, content: string): void {
  write(file, content);
  utimesSync(path.join(root, file), 0, 0);
}
