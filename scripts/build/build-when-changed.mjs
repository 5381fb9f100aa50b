import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Besides the packages. */
const sharedInputs = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'],
  ...['scripts/build.mjs', 'scripts/build', 'scripts/bundle-cli.ts', 'scripts/bundle-server.ts'],
];
const packageInputs = ['package.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'src', 'public'];
/** Without one of them nothing starts, whatever the stamp says. */
const outputs = ['packages/cli/dist/bin.js', 'packages/server/bundle/main.js', 'packages/web/dist/index.html'];
/** Goes with `npm ci`, as what is built may then have to change. */
const stampFile = 'node_modules/.cache/upvigil-build.json';

const isForTests = (/** @type {string} */ file) => /\.test\.tsx?$|[/\\]testing[/\\]/.test(file);

/**
 * Calls `build` when a file that goes into it is another than at the last build, or Node is, or a result is missing.
 * Sizes and times are compared first; only where they differ are the contents. What fails is tried again the next time.
 *
 * @param {{ root: string, build: () => Promise<void>, nodeVersion?: string }} options
 * @returns {Promise<boolean>} whether it was called
 */
export async function buildWhenChanged({ root, build, nodeVersion = process.version }) {
  const files = inputs(root);
  const last = readStamp(root);
  const isUsable = last.node === nodeVersion && outputs.every((file) => existsSync(path.join(root, file)));
  const seen = { node: nodeVersion, looks: looksOf(root, files), contents: '' };
  if (isUsable && last.looks === seen.looks) return false;
  // Read before building: what is edited meanwhile is built the next time.
  seen.contents = contentsOf(root, files);
  const isBuilt = isUsable && last.contents === seen.contents;
  if (!isBuilt) await build();
  writeStamp(root, seen);
  return !isBuilt;
}

/** @param {string} root */
function inputs(root) {
  const packages = readdirSync(path.join(root, 'packages')).sort();
  const wanted = [
    ...sharedInputs,
    ...packages.flatMap((name) => packageInputs.map((each) => `packages/${name}/${each}`)),
  ];
  return wanted.flatMap((each) => filesBelow(root, each)).filter((file) => !isForTests(file));
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
 * @returns {{ node?: unknown, looks?: unknown, contents?: unknown }}
 */
function readStamp(root) {
  try {
    return Object(JSON.parse(readFileSync(path.join(root, stampFile), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Whole or not at all: a start may read it meanwhile. It only saves time, so a folder that cannot be written to keeps
 * nothing from starting.
 *
 * @param {string} root
 * @param {{ node: string, looks: string, contents: string }} stamp
 */
function writeStamp(root, stamp) {
  const file = path.join(root, stampFile);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start compares and builds again.
  }
}
