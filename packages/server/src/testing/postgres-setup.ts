import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../storage/migrate.ts';
import { openPostgresStorage } from '../storage/postgres/postgres-storage.ts';
import { migratedDatabase, startTestPostgres } from './postgres.ts';

/** One PostgreSQL server for all files of a run; each test creates its own database on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  await makeMigratedDatabase(server.port);
  project.provide('postgresPort', server.port);
  return () => server.remove();
}

/** Most tests start with a copy of it, which takes half the time of the migrations. */
async function makeMigratedDatabase(port: number): Promise<void> {
  const address = `postgres://postgres@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  await client.query(`create database ${migratedDatabase}`);
  await client.end();
  const storage = await openPostgresStorage({
    url: `${address}/${migratedDatabase}`,
    poolSize: 1,
    onIdleError: () => undefined,
  });
  await migrate(storage);
  await storage.close();
}
