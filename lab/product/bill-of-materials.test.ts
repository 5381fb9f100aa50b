import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts';

const root = path.join(import.meta.dirname, '../..');

it('the bill of materials of a release names what ships, and nothing that only tests and builds use', () => {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const bill = JSON.parse(billOfMaterials(root, manifests)) as {
    bomFormat: string;
    components: { name: string }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'ink', 'react-dom', 'koffi']));
  const development = ['vitest', 'typescript', 'autocannon', 'axe-core', 'oidc-provider', 'msw'];
  expect(names.filter((name) => development.includes(name))).toEqual([]);
});
