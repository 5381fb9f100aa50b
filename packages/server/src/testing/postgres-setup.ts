import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';

/** One PostgreSQL server for all files of a run; each test makes its own database on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  project.provide('postgresPort', server.port);
  return () => server.remove();
}
