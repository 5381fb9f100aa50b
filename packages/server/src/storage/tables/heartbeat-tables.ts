import { pingTypes } from '@upvigil/core/contract/names/states';
import { limits } from '@upvigil/core/limits';
import type { Selectable } from 'kysely';
import { storedRunState } from '../../base/domain/heartbeat-runs.ts';
import { count, flag, jsonOf, nullable, oneOf, reference, size, smallint, text, textUpTo, time } from './columns.ts';
import { archived, type TableOf, temporary } from './table.ts';

/** The columns of a heartbeat in addition to its row of `monitors`, which holds its options and its encrypted key. */
const heartbeats = archived(
  {
    monitor_id: reference('monitors'),
    /** SHA-256 of the key, in hex. */
    key_hash: text,
    /** Number of pings, which is that of the newest. */
    last_n: count,
    /** JSON; see heartbeat-runs.ts. */
    run_state: jsonOf(storedRunState),
    /** The next time at which a missing signal changes the state; null if none is expected. */
    deadline_at: nullable(time),
  },
  { key: ['monitor_id'], since: 3 },
);

const heartbeat_pings = archived(
  {
    monitor_id: reference('monitors'),
    n: count,
    type: oneOf(pingTypes),
    received_at: time,
    code: nullable(smallint),
    rid: nullable(text),
    runtime_ms: nullable(size),
    is_ignored: flag,
    /** Of the newest pings only. */
    text: nullable(textUpTo({ maxLength: limits.heartbeat.textBytes })),
  },
  { key: ['monitor_id', 'n'], since: 3 },
);

/** When a process accepted pings. The time between two rows is a gap. */
const listening_periods = temporary({ id: text, from_at: time, until_at: time });

export const heartbeatTables = { heartbeats, heartbeat_pings, listening_periods };

export type HeartbeatRow = Selectable<TableOf<typeof heartbeats>>;
export type PingRow = Selectable<TableOf<typeof heartbeat_pings>>;
