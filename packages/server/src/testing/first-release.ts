import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadPostgresDump } from './postgres-dump.ts';

const frozen = path.resolve(import.meta.dirname, '../../../../lab/fixtures/0.1.0');
const readFrozen = (name: string): Buffer => gunzipSync(readFileSync(path.join(frozen, name)));

/** The SQLite file of an installation of 0.1.0, with rows in every table. */
export const firstReleaseFile = (): Buffer => readFrozen('upvigil.sqlite.gz');

/** Fills an empty PostgreSQL database with that installation. */
export const loadFirstRelease = (url: string): Promise<void> =>
  loadPostgresDump(url, readFrozen('postgres.sql.gz').toString());
