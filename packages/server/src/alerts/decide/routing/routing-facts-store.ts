import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { sql } from 'kysely';
import type { OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { parseRouting, routingSettings } from '../../../storage/settings/routing-store.ts';
import type { SilenceRow } from '../../../storage/tables.ts';
import { createRouting, type Routing } from './routing.ts';
import { openWallClock } from './wall-clock.ts';

/** A silence that has not ended. */
export type Silence = Pick<SilenceRow, 'website_id' | 'monitor_id' | 'until' | 'created_at'>;

/** The facts that decide who is notified, except the settings of the built-in channels. */
export interface RoutingFacts {
  routing: Routing;
  /** The added channels by id, without their secrets. */
  channels: ReadonlyMap<number, OwnChannel>;
  silences: readonly Silence[];
  /** Maintenance runs that still defer problems: the end of each, by id. */
  runs: ReadonlyMap<number, number>;
}

/** Reads the present facts in a transaction; `now` in milliseconds since the epoch. */
export type ReadRoutingFacts = (db: Database, now: number) => Promise<RoutingFacts>;

/** Reads in one statement. Parses the document only when it has changed. */
export function createRoutingReader(): ReadRoutingFacts {
  let known: { text: string | null; routing: Routing } | null = null;
  return async (db, now) => {
    const rows = await selectFacts(db, now);
    const text = rows.find(({ what }) => what === 'routing')?.text ?? null;
    if (known === null || known.text !== text) known = { text, routing: await openRouting(parseRouting(text)) };
    return {
      routing: known.routing,
      channels: new Map(rows.filter(({ what }) => what === 'channel').map((row) => [row.id ?? 0, channelOf(row)])),
      silences: rows
        .filter(({ what }) => what === 'silence')
        .map(({ website_id, monitor_id, until, made }) => ({
          website_id,
          monitor_id,
          until: until ?? 0,
          created_at: made ?? 0,
        })),
      runs: new Map(rows.filter(({ what }) => what === 'run').map(({ id, until }) => [id ?? 0, until ?? 0])),
    };
  };
}

const openRouting = async (document: RoutingDocument): Promise<Routing> =>
  createRouting(document, await openWallClock(document.time_zone));

type FactRow = Awaited<ReturnType<typeof selectFacts>>[number];

const channelOf = ({ id, kind, name, enabled, text }: FactRow): OwnChannel => ({
  id: id ?? 0,
  kind: kind as DeliveryChannel,
  name: name ?? '',
  enabled: enabled === 1,
  // The schema validated it when it was saved or restored.
  config: JSON.parse(text ?? '{}') as AnyConfig,
  secrets: {},
});

const noText = sql<string | null>`cast(null as text)`;
type FactOf = 'routing' | 'channel' | 'silence' | 'run';
const noNumber = sql<number | null>`cast(null as bigint)`;

/** Four tables in one statement, because every batch that raises alerts pays for it. */
function selectFacts(db: Database, now: number) {
  return db
    .selectFrom('settings')
    .select([sql<FactOf>`'routing'`.as('what'), noNumber.as('id')])
    .select([noText.as('kind'), noText.as('name'), noNumber.as('enabled'), sql<string | null>`value`.as('text')])
    .select([noNumber.as('website_id'), noNumber.as('monitor_id'), noNumber.as('until'), noNumber.as('made')])
    .where('key', '=', routingSettings.key)
    .unionAll(
      db
        .selectFrom('channels')
        .select([sql<FactOf>`'channel'`.as('what'), sql<number | null>`id`.as('id')])
        .select([sql<string | null>`kind`.as('kind'), sql<string | null>`name`.as('name')])
        .select([sql<number | null>`enabled`.as('enabled'), sql<string | null>`config`.as('text')])
        .select([noNumber.as('website_id'), noNumber.as('monitor_id'), noNumber.as('until'), noNumber.as('made')]),
    )
    .unionAll(
      db
        .selectFrom('silences')
        .select([sql<FactOf>`'silence'`.as('what'), sql<number | null>`id`.as('id')])
        .select([noText.as('kind'), noText.as('name'), noNumber.as('enabled'), noText.as('text')])
        .select(['website_id', 'monitor_id', sql<number | null>`until`.as('until')])
        .select(sql<number | null>`created_at`.as('made'))
        .where('until', '>', now),
    )
    .unionAll(
      db
        .selectFrom('maintenance_runs')
        .select([sql<FactOf>`'run'`.as('what'), sql<number | null>`id`.as('id')])
        .select([noText.as('kind'), noText.as('name'), noNumber.as('enabled'), noText.as('text')])
        .select([noNumber.as('website_id'), noNumber.as('monitor_id')])
        .select([sql<number | null>`ends_at`.as('until'), noNumber.as('made')])
        .where('ends_at', '>', now - verifyingMs)
        .where('starts_at', '<=', now),
    )
    .execute();
}
