import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { root, unbundled } from '../build/bundle-options.ts';

const manifestSchema = z.object({
  version: z.string(),
  license: z.string().optional(),
  description: z.string().optional(),
  engines: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
/** The fields that are read from a `package.json` of this repository. */
export type Manifest = z.output<typeof manifestSchema>;

/** `file`: from the root of this repository. */
export const readManifest = (file: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(path.join(root, file), 'utf8')));

/** The `package.json` of the tarball. Its dependencies are pinned, whatever range the server has. */
export function productManifest(workspace: Manifest, server: Manifest): object {
  return {
    name: 'upvigil',
    ...shared(workspace),
    bin: { upvigil: 'packages/cli/upvigil.cjs' },
    dependencies: pinned(unbundled, server),
  };
}

/** Names that other programs import, and their modules in core. */
const clientModules = {
  '.': 'client/api-client',
  './contract': 'contract/contract',
  './errors': 'contract/errors',
} as const;
export const clientEntries: readonly string[] = Object.values(clientModules);

export function clientManifest(workspace: Manifest, core: Manifest): object {
  const entries = Object.entries(clientModules).map(([name, module]) => [
    name,
    { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` },
  ]);
  return {
    name: '@upvigil/client',
    ...shared(workspace),
    description: 'The contract of the Upvigil API, and a typed client of it',
    exports: Object.fromEntries(entries),
    dependencies: pinned(Object.keys(core.dependencies), core),
  };
}

const shared = ({ version, description, license, engines }: Manifest) => ({
  version,
  description,
  license,
  type: 'module',
  engines,
});

function pinned(names: readonly string[], { dependencies }: Manifest): Record<string, string> {
  const entries = names.map((name) => [name, dependencies[name] ?? 'not a dependency'] as const);
  const loose = entries.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  if (loose.length > 0) throw new Error(`Not pinned: ${loose.map((entry) => entry.join(' ')).join(', ')}`);
  return Object.fromEntries(entries);
}
