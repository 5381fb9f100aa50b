import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { source } from '../vitest.config.ts';
import { type Part, parts } from './parts.ts';

const minute = 60_000;
const root = path.join(import.meta.dirname, '..');

const project = ({ name, include, exclude, onPostgres, isAlone }: Part) => ({
  ...source,
  test: {
    name,
    environment: 'node' as const,
    include: [...(include ?? [`lab/${name}/**/*.test.ts`])],
    exclude: [...(exclude ?? [])],
    ...(onPostgres
      ? { globalSetup: [path.join(root, 'packages/server/src/testing/postgres-setup.ts')] }
      : { provide: { postgresPort: null } }),
    isolate: !onPostgres,
    maxWorkers: isAlone ? 1 : 3,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 5 * minute,
    hookTimeout: 2 * minute,
  },
});

/** The deep run: `npm run test:deep`, or `npm run test:deep -- PART`. */
export default defineConfig({
  root,
  test: { projects: parts.map(project) },
});
