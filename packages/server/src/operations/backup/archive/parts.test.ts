import type { EvidenceDocument } from '@upvigil/core/contract/evidence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../../storage/tables/table.ts';
import { tables } from '../../../storage/tables.ts';
import { formatVersion } from './archive.ts';
import { parts } from './parts.ts';

/** Each column of each table accepts one of these. */
const likely = [null, 0, 1, -1, 2, 1.5, 10, '', 'URL', 'http', 'DOWN', 'email', 'sent', 'outage', '{}', 'AQE=', 'a\0b'];
const anyDocument: EvidenceDocument = {
  is_up: false,
  error_message: null,
  request: null,
  resolved: null,
  address: null,
  response_time: null,
  phases: null,
  status_line: null,
  headers: [],
  body: null,
  output: null,
  certificate: null,
  packet_loss: null,
  location: null,
  checks_before: [],
};
const anyWindow = { title: 'Database', website_ids: [3], starts_at: '2027-03-28T02:30', duration_minutes: 60 };
const anyReport = { name: 'Weekly', frequency: 'weekly', time: '08:00', recipients: ['a@example.org'] };
/** Conditions between the columns of a row. */
const needed: Record<string, Record<string, unknown>> = {
  monitors: { target: 'http://a/', timeout_seconds: 10 },
  settings: { value: '{}' },
  heartbeat_pings: { type: 'start' },
  evidence: { document: JSON.stringify(anyDocument) },
  certificates: { names: '["a.example"]' },
  deliveries: { purpose: 'alert' },
  channels: { kind: 'webhook', config: JSON.stringify({ url: 'https://example.org/hook', headers: [] }) },
  messages: { purpose: 'notice' },
  notices: { kind: 'offline' },
  incidents: { impact: 'major', state: 'draft', origin: 'manual', title: 'Down' },
  incident_updates: { status: 'resolved', origin: 'manual', body: '' },
  reports: { content: JSON.stringify(anyReport) },
  maintenance_windows: { content: JSON.stringify(anyWindow) },
};

/** Invalid settings of a channel. */
const brokenChannels = ['{"headers":5}', '{"headers":["a"]}', '{"headers":"abc"}', 'null', '[]', '"a"', '{"to":[]}'];

const value = fc.oneof(
  fc.constantFrom(...likely, ...brokenChannels, 'webhook'),
  fc.constantFrom(2 ** 15, -(2 ** 15), 2 ** 31, -(2 ** 31), 2 ** 31 - 1, 2 ** 53, 1e300),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.constant(undefined),
  fc.object(),
);

describe.each(parts.map((part) => [part.table, part] as const))('rows of %s', (_table, part) => {
  it('are validated the same way, with and without a description', () => {
    const rows = fc.array(value, { minLength: part.columns.length - 1, maxLength: part.columns.length });
    fc.assert(fc.property(rows, (row) => part.isRow(row) === part.row.safeParse(row).success));
  });

  it('are validated in each column', () => {
    const sound: unknown[] = part.columns.map(
      (column, place) => needed[part.table]?.[column] ?? likely.find((one) => isAccepted(place, one)),
    );
    expect(part.isRow(sound)).toBe(true);
    fc.assert(
      fc.property(fc.nat({ max: part.columns.length - 1 }), value, (place, changed) => {
        const row = sound.with(place, changed);
        return part.isRow(row) === part.row.safeParse(row).success;
      }),
      { numRuns: 500 },
    );
  });

  /** Whether no complaint names this column. */
  function isAccepted(place: number, one: unknown): boolean {
    const row: unknown[] = part.columns.map(() => undefined);
    return !part.row.safeParse(row.with(place, one)).error?.issues.some(({ path }) => path[0] === place);
  }
});

it.each(Object.entries<Table>(tables))('%s has nothing newer than the format', (_name, { since, columns }) => {
  const versions = Object.values(columns).flatMap(({ added }) => (added ? [added.in] : []));
  expect([since, ...versions].filter((version) => Number.isFinite(version) && version > formatVersion)).toEqual([]);
});
