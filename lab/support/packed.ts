import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** An unpacked tarball, in the layout of npm. */
export interface Installed {
  tarball: string;
  /** A folder with only `node_modules`. */
  folder: string;
  /** Folder of the package. */
  home: string;
  /** All files of the package. */
  files: string[];
  manifest: { name: string; version: string; dependencies: Record<string, string> };
}

/** Packs once. Removes nothing, because the folder belongs to the test. Needs the result of `npm run build`. */
export function packBoth(folder: string): { product: Installed; client: Installed } {
  execFileSync(process.execPath, ['--import', 'tsx', '--conditions=source', 'scripts/pack/pack.ts', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [product = '', client = ''] = [/^upvigil-\d/, /^upvigil-client-/].map((name) =>
    path.join(folder, readdirSync(folder).find((file) => name.test(file)) ?? ''),
  );
  return { product: install(product, 'upvigil'), client: install(client, '@upvigil/client') };
}

/** Like `npm install` without a network: dependencies come from this repository. */
function install(tarball: string, name: string): Installed {
  // Outside other `node_modules`, so that a missing file is noticed.
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-installed-'));
  const home = path.join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', home]);
  const manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as Installed['manifest'];
  for (const dependency of Object.keys(manifest.dependencies)) link(dependency, folder);
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(home, path.join(entry.parentPath, entry.name))).sort();
  return { tarball, folder, home, files, manifest };
}

function link(name: string, folder: string): void {
  const target = path.join(folder, 'node_modules', name);
  mkdirSync(path.dirname(target), { recursive: true });
  symlinkSync(realpathSync(path.join(root, 'node_modules', name)), target, 'dir');
}

/** Size on disk of these packages and their dependencies in this repository. */
export function bytesWithDependencies(names: readonly string[]): number {
  const waiting = [...names];
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const folder = path.join(root, 'node_modules', name);
    const manifest = readManifest(folder);
    if (manifest === null || seen.has(name)) continue;
    seen.add(name);
    waiting.push(...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  }
  const folders = [...seen].map((name) => path.join(root, 'node_modules', name));
  const lines = execFileSync('du', ['-s', '--block-size=1', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
}

type Manifest = Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;

/** Null for an optional package of another platform. */
function readManifest(folder: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}
