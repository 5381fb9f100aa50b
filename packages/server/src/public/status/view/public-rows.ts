import type { PublicLanguage } from '@upvigil/core/contract/names/languages';
import { defaults } from '@upvigil/core/defaults';
import { dayMs } from '@upvigil/core/time';
import type { StoredIncident } from '../../../alerts/incidents/incident-store.ts';
import { listedName } from '../../../base/domain/monitor-name.ts';
import { readUnchecked } from '../../../checks/record/faults/unchecked-store.ts';
import type { Database } from '../../../storage/database.ts';
import type { PublicAlert } from './alert-incidents.ts';
import { readReports } from './incident-reports.ts';
import type { MaintenanceWindow } from './maintenance-runs.ts';
import { type MarkRow, readMarks, readWindows } from './maintenance-store.ts';
import type { PublicTargets } from './public-targets.ts';
import {
  type PublicMonitorRow,
  readMonitorStates,
  readMonitors,
  readNewestAlertId,
  readProblems,
  readRecentAlerts,
  readWebsites,
  type WebsiteRow,
} from './website-store.ts';

/** Days that feeds go back, and their limit of entries. */
export const feedLimits = { days: 90, entries: 50 } as const;

/** Rows of the public state, without figures. */
export interface PublicRows {
  /** Milliseconds since the epoch. */
  now: number;
  settings: PublicSettings;
  websites: readonly WebsiteRow[];
  /** Enabled monitors, by id. */
  monitors: readonly PublicMonitorRow[];
  /** Monitors without recent data. */
  unobserved: ReadonlySet<number>;
  /** Recent alerts of each website, newest first. */
  alerts: readonly PublicAlert[];
  /** Problems that feeds list, newest first. */
  problems: readonly PublicAlert[];
  newest_alert_id: number;
  reports: readonly StoredIncident[];
  windows: readonly MaintenanceWindow[];
  marks: readonly MarkRow[];
  targets: PublicTargets;
}

export interface PublicSettings {
  brand: string;
  /** Data URL; absent where the brand is text. */
  logo?: string;
  /** The language of requests that name none. */
  language: PublicLanguage;
  /** Whether checks during maintenance count in uptime. */
  counts_maintenance: boolean;
}

export interface RowSources {
  db: Database;
  readSettings(): Promise<PublicSettings>;
  /** Since when this process could check, in milliseconds since the epoch; infinite: no state becomes outdated. */
  presentSince(): number;
}

/** Uses a constant number of statements, whatever the number of websites. */
export async function readRows({ db, readSettings, presentSince }: RowSources, now: number): Promise<PublicRows> {
  const newest_alert_id = await readNewestAlertId(db);
  const websites = await readWebsites(db);
  const monitors = await readMonitors(db);
  return {
    now,
    newest_alert_id,
    websites,
    monitors,
    settings: await readSettings(),
    unobserved: await readUnobserved(db, now, presentSince()),
    alerts: await readRecentAlerts(db, 'all', { since: now - defaults.recentIncidents.days * dayMs, now }),
    problems: await readProblems(db, { since: now - feedLimits.days * dayMs, now, limit: feedLimits.entries }),
    reports: await readReports(db),
    windows: await readWindows(db, now),
    marks: await readMarks(db, now),
    targets: {
      websites: new Map(websites.map((website) => [website.id, website])),
      monitors: new Map(
        monitors.map((row) => [row.id, { id: row.id, website_id: row.website_id, name: listedName(row) }]),
      ),
    },
  };
}

async function readUnobserved(db: Database, now: number, presentSince: number): Promise<ReadonlySet<number>> {
  if (presentSince === Number.POSITIVE_INFINITY) return new Set();
  return new Set((await readUnchecked(db, now, presentSince)).map(({ id }) => id));
}

/** Whether checks changed a public state since these rows were read. */
export async function hasNewState(db: Database, rows: PublicRows): Promise<boolean> {
  if ((await readNewestAlertId(db)) !== rows.newest_alert_id) return true;
  const states = await readMonitorStates(db);
  const before = new Map(rows.monitors.map((monitor) => [monitor.id, monitor]));
  return states.some((state) => {
    const known = before.get(state.id);
    return (
      known?.is_up !== state.is_up ||
      (known.slow_alert_id === null) !== (state.slow_alert_id === null) ||
      (rows.unobserved.has(state.id) && known.last_check_time !== state.last_check_time)
    );
  });
}
