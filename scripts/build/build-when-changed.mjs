import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { whileLocked } from './build-lock.mjs';

/** Inputs outside the packages. */
const sharedInputs = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/build',
  'scripts/bundle-cli.ts',
  'scripts/bundle-server.ts',
  'scripts/make-languages.ts',
  'scripts/languages',
];
const packageInputs = [
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'index.html',
  'api-docs.html',
  'src',
  'public',
];
/** Build results. If a file is missing here, the build runs again, whatever the record says. */
const outputFolders = ['core/src/languages/compiled', 'server/bundle', 'cli/dist', 'web/dist'].map(
  (each) => `packages/${each}`,
);
/** `npm ci` deletes it, because new packages may change the result. */
const stampFile = 'node_modules/.cache/upvigil-build.json';
const lockFile = 'node_modules/.cache/upvigil-build.lock';

/** Compiled catalogues are build results inside a source folder. */
const isMade = (/** @type {string} */ file) => /[/\\]languages[/\\]compiled[/\\]/.test(file);
const isForTests = (/** @type {string} */ file) => /\.test\.(?:tsx?|js)$|[/\\]testing[/\\]/.test(file);

/**
 * Calls `build` if an input or the version of Node has changed since the last build, or a result is missing. Compares
 * sizes and times first, and contents only if these differ. A failed or interrupted build is repeated the next time. Of
 * two simultaneous builds, the second waits for the first.
 *
 * @param {{ root: string, build: () => Promise<void>, nodeVersion?: string }} options
 * @returns {Promise<boolean>} whether it was called
 */
export async function buildWhenChanged({ root, build, nodeVersion = process.version }) {
  if (isBuilt(root, nodeVersion)) return false;
  return whileLocked(path.join(root, lockFile), async () => {
    // Another start may have built it meanwhile.
    if (isBuilt(root, nodeVersion)) return false;
    const files = inputs(root);
    // Read before the build, so that files edited meanwhile are built the next time.
    const seen = { node: nodeVersion, looks: looksOf(root, files), contents: contentsOf(root, files) };
    const last = readStamp(root);
    const isOnlyTouched = isUsable(root, last, nodeVersion) && last.contents === seen.contents;
    if (!isOnlyTouched) {
      // An interrupted build leaves old and new files: no record may match them.
      forget(root);
      await build();
    }
    writeStamp(root, { ...seen, outputs: outputs(root) });
    return !isOnlyTouched;
  });
}

/**
 * @param {string} root
 * @param {string} nodeVersion
 */
function isBuilt(root, nodeVersion) {
  const last = readStamp(root);
  return isUsable(root, last, nodeVersion) && last.looks === looksOf(root, inputs(root));
}

/**
 * @param {string} root
 * @param {ReturnType<typeof readStamp>} last
 * @param {string} nodeVersion
 */
function isUsable(root, last, nodeVersion) {
  if (last.node !== nodeVersion || !Array.isArray(last.outputs) || last.outputs.length === 0) return false;
  const there = new Set(outputs(root));
  return last.outputs.every((file) => there.has(file));
}

/** @param {string} root */
function outputs(root) {
  return outputFolders
    .flatMap((each) => filesBelow(root, each))
    .filter((file) => isMade(file) || (/\.(?:js|html)$/.test(file) && !isForTests(file)));
}

/** @param {string} root */
function inputs(root) {
  const packages = readdirSync(path.join(root, 'packages')).sort();
  const wanted = [
    ...sharedInputs,
    ...packages.flatMap((name) => packageInputs.map((each) => `packages/${name}/${each}`)),
  ];
  return wanted.flatMap((each) => filesBelow(root, each)).filter((file) => !isForTests(file) && !isMade(file));
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
function filesBelow(root, name) {
  const stats = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [name];
  const below = readdirSync(path.join(root, name), { recursive: true, withFileTypes: true });
  return below
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function looksOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
    hash.update(`${file}\n${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function contentsOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @returns {{ node?: unknown, looks?: unknown, contents?: unknown, outputs?: unknown }}
 */
function readStamp(root) {
  try {
    return Object(JSON.parse(readFileSync(path.join(root, stampFile), 'utf8')));
  } catch {
    return {};
  }
}

/** @param {string} root */
function forget(root) {
  try {
    rmSync(path.join(root, stampFile), { force: true });
  } catch {
    // The file does not exist.
  }
}

/**
 * Writes the whole file in one step, because another start may read it. A folder without write access is no problem:
 * the record only saves time.
 *
 * @param {string} root
 * @param {{ node: string, looks: string, contents: string, outputs: string[] }} stamp
 */
function writeStamp(root, stamp) {
  const file = path.join(root, stampFile);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start compares again.
  }
}
