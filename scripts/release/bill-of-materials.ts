import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Manifest = Record<string, unknown>;

/**
 * The bill of materials as CycloneDX. npm generates it from copies of manifests and lock file without development
 * dependencies: its option to omit these would also omit packages that tests use too, such as Fastify.
 */
export function billOfMaterials(root: string, manifests: readonly string[]): string {
  const work = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bill-'));
  // npm takes the name of the whole from the folder.
  const folder = path.join(work, 'upvigil');
  const copy = (file: string, change: (content: Manifest) => Manifest): void => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    const content = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Manifest;
    writeFileSync(path.join(folder, file), JSON.stringify(change(content)));
  };
  try {
    for (const file of manifests) copy(file, withoutDevelopment);
    copy('package-lock.json', (lock) => ({ ...lock, packages: ofPackages(lock.packages as Record<string, Manifest>) }));
    // Optional peers in another version than ours are not a problem.
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--legacy-peer-deps'];
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const withoutDevelopment = ({ devDependencies: _development, ...rest }: Manifest): Manifest => rest;

const ofPackages = (packages: Record<string, Manifest>): Record<string, Manifest> =>
  Object.fromEntries(Object.entries(packages).map(([place, each]) => [place, withoutDevelopment(each)]));
