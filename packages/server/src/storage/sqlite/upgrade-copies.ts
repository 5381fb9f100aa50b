import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../base/config/config.ts';

/** A copy of the database made before a migration. */
export interface UpgradeCopy {
  name: string;
  bytes: number;
}

const copyName = /^upvigil\.sqlite\.before-version-\d+(\.unfinished)?$/;

/** The copies in a data folder, by name; none on PostgreSQL. */
export function listUpgradeCopies(dataDir: string): UpgradeCopy[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir)
    .filter((name) => copyName.test(name))
    .sort()
    .flatMap((name) => {
      const found = statSync(path.join(dataDir, name), { throwIfNoEntry: false });
      return found?.isFile() ? [{ name, bytes: found.size }] : [];
    });
}

/** The data folder that the environment selects, and its copies. @throws ConfigError */
export function findUpgradeCopies(): { dataDir: string; copies: UpgradeCopy[] } {
  const { dataDir } = readConfig();
  return { dataDir, copies: listUpgradeCopies(dataDir) };
}

export function deleteUpgradeCopies(dataDir: string, copies: readonly UpgradeCopy[]): void {
  for (const { name } of copies) rmSync(path.join(dataDir, name), { force: true });
}
