import { databaseTests, sqlTests, withoutDatabase } from '../vitest.config.ts';

/** One part of the deep run: a folder of the lab with tests, unless `include` names others. */
export interface Part {
  name: string;
  /** What it proves, for the table that `npm run test:deep` prints. */
  proves: string;
  include?: readonly string[];
  exclude?: readonly string[];
  /** Provides a PostgreSQL to all of its tests. */
  onPostgres?: boolean;
  /** Runs its files one at a time, because they measure time. */
  isAlone?: boolean;
}

/** Tests of other parts that run on PostgreSQL too. */
const labDatabaseTests = [
  'lab/upgrade/*.test.ts',
  'lab/outages/{hanging-server,silent-day}.test.ts',
  'lab/hostile/odd-values.test.ts',
  'lab/storms/*.test.ts',
];

export const parts: readonly Part[] = [
  { name: 'a11y', proves: 'every state of every screen: axe, both themes, all widths, zoom, keyboard' },
  { name: 'appearance', proves: 'layout, style and first loads of the screens, all languages' },
  { name: 'terminal', proves: 'terminal screens and commands in a real terminal' },
  {
    name: 'product',
    proves:
      'the installed tarball, demo, API reference, settings, passkeys and share links in a browser, the systemd unit',
  },
  { name: 'image', proves: 'both container images, built and run' },
  { name: 'kills', proves: 'nothing is lost or sent twice when the process is killed' },
  { name: 'faults', proves: 'full disks, failing machines and name servers' },
  { name: 'browser', proves: 'Chromium: fonts of pages, pages at once, its end when idle, kills' },
  { name: 'storms', proves: 'hundreds of monitors that go down at once: few messages, one document each' },
  { name: 'outages', proves: 'providers and uplinks that are away for hours, pages of a hanging server, a standby' },
  { name: 'workers', proves: 'several processes on one PostgreSQL' },
  {
    name: 'postgres',
    proves: 'on PostgreSQL what npm test and other parts run on SQLite, upgrades too',
    include: [databaseTests, ...labDatabaseTests],
    exclude: [...sqlTests, ...withoutDatabase],
    onPostgres: true,
  },
  { name: 'upgrade', proves: 'installations of released versions, upgraded and restored' },
  { name: 'hostile', proves: 'archives, values, visitors and cut answers that nobody expects' },
  { name: 'oracles', proves: 'recurrence rules and public documents against other implementations' },
  {
    name: 'fuzz',
    proves: 'every parser of outside data, with a fixed seed',
    exclude: ['lab/fuzz/try-inputs.test.ts'],
  },
  {
    name: 'real-servers',
    proves: 'monitor kinds on the servers that operators run',
    exclude: ['lab/real-servers/smoke.test.ts'],
  },
  { name: 'timing', proves: 'recorded times, and checks that stay on time beside hostile work', isAlone: true },
];
