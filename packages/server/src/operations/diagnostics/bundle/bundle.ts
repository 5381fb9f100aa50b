import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { type BundleFileName, bundleFiles } from '@upvigil/core/contract/names/bundle-files';
import type { Config } from '../../../base/config/config.ts';
import { readProductVersion } from '../../../product-files.ts';
import { listBackups } from '../../backup/backup-files.ts';
import type { DiagnosedStorage, MissingStorage } from '../diagnostic.ts';
import { type Aliases, createAliases } from './aliases.ts';
import { packBundle } from './bundle-archive.ts';
import { readForBundle, type StoredForBundle } from './bundle-store.ts';
import type { KnownName } from './name-finder.ts';

interface BundleSources {
  config: Config;
  /** Milliseconds since the epoch. */
  now: number;
  storage: DiagnosedStorage | MissingStorage;
  results: readonly DiagnosticResult[];
  /** Prometheus text; null without a running server. */
  metrics: string | null;
  /** Newest last; null without a running server. */
  logLines: readonly string[] | null;
}

/**
 * Makes a support bundle, a .tar.gz. It holds no secret. Hosts, addresses, emails and names are aliases under a key
 * that this call drops.
 */
export async function makeBundle(sources: BundleSources): Promise<Buffer> {
  const { config, now, storage, results, metrics, logLines } = sources;
  const stored = 'missing' in storage ? nothingStored(storage.missing) : await readForBundle(storage.db);
  const aliases = createAliases({
    key: randomBytes(32),
    secrets: [...stored.secrets, ...config.secretTexts].filter((secret) => secret !== ''),
    names: [...stored.names, ...(await namesOf(config))],
  });
  const json = (value: unknown): string => `${JSON.stringify(aliases.value(value), null, 2)}\n`;
  const files: Record<BundleFileName, string> = {
    'README.txt': readme(now),
    'about.json': `${JSON.stringify(aboutOf(sources), null, 2)}\n`,
    'diagnostics.json': json(results),
    'settings.json': json({ configuration: config.shown, ...stored.settings }),
    'counts.json': json(stored.counts),
    'metrics.txt': metrics === null ? notThere : aliases.text(metrics),
    'log.ndjson': logLines === null ? notThere : logLines.map((line) => aliasedLine(line, aliases)).join(''),
  };
  return packBundle(files, now);
}

const notThere = 'Not there: the server did not answer.\n';

const nothingStored = (why: string): StoredForBundle => ({
  settings: { notifications: { missing: why }, slack: [], branding: {} },
  counts: { missing: why },
  secrets: [],
  names: [],
});

function aliasedLine(line: string, aliases: Aliases): string {
  try {
    return `${JSON.stringify(aliases.value(JSON.parse(line)))}\n`;
  } catch {
    // The line was cut at the length limit, or is no JSON.
    return `${aliases.text(line.trimEnd())}\n`;
  }
}

/** Names that identify this machine, its user and its folders. */
async function namesOf({ dataDir, dnsReferenceName, host }: Config): Promise<KnownName[]> {
  const backups = await listBackups(dataDir).catch(() => []);
  const folders = [path.resolve(dataDir), process.cwd(), os.homedir()].filter((folder) => folder.length > 1);
  return [
    ...[os.hostname(), dnsReferenceName ?? '', host].map((text) => ({ kind: 'host' as const, text })),
    ...folders.map((text) => ({ kind: 'path' as const, text })),
    ...backups.map(({ name }) => ({ kind: 'name' as const, text: name.replace(/_\d+T\d+Z\.tar\.gz$/, '') })),
    ...[userName()].filter((text) => text !== 'root').map((text) => ({ kind: 'name' as const, text })),
  ];
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // The user has no name, as in a container.
    return 'root';
  }
}

const aboutOf = ({ config: { role }, now, storage }: BundleSources): object => ({
  product_version: readProductVersion(),
  made_at: new Date(now).toISOString(),
  role,
  database: 'missing' in storage ? 'not asked' : storage.dialect,
  node: process.version,
  system: `${process.platform} ${process.arch} ${os.release()}`,
  cores: os.availableParallelism(),
  memory_bytes: { of_machine: os.totalmem(), free: os.freemem(), of_process: process.memoryUsage().rss },
  uptime_seconds: Math.round(process.uptime()),
});

const readme = (now: number): string => `Support bundle, made ${new Date(now).toISOString()}

Secrets are left out. Hosts, addresses, emails, names and paths are aliases, as host-1f2e3d4c5b: the same name has the
same alias in all files of this bundle, and another one in the next. The key was thrown away.
Look through the files before you pass them on: what nobody could know to be a name stands as it is.

${Object.entries(bundleFiles)
  .map(([name, about]) => `${name.padEnd(18)}${about}`)
  .join('\n')}
`;
