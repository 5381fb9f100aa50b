import { type KnownWork, noWork } from '../maintenance/work-store.ts';
import type { ToldIncident } from '../told/told-incident.ts';
import type { KnownWebsite } from './describe-website.ts';
import type { FiguresById } from './figures-store.ts';
import type { PublicIncident } from './incidents.ts';
import type { PublicMonitorRow } from './website-store.ts';
import type { WebsiteTotals } from './website-totals.ts';

/** All that the public state is made from. Kept in memory, and read again where it is outdated. */
export interface KnownWebsites {
  /** By id. */
  websites: Map<number, KnownWebsite>;
  /** The rows in `websites`, by id. */
  monitors: Map<number, PublicMonitorRow>;
  figures: FiguresById;
  /** By website, of those that were described since they last changed by anything but checks. */
  totals: Map<number, WebsiteTotals>;
  /** Monitors of which nothing was observed lately, and when they were last checked. */
  unobserved: ReadonlyMap<number, number | null>;
  incidents: PublicIncident[];
  /** Published incidents that are open, and the newest; the one that started last first. */
  told: ToldIncident[];
  work: KnownWork;
  /** No alert is newer than this. */
  newest_alert_id: number;
  /** How many times windows slid. */
  slides: number;
  /** The moment at which windows end, milliseconds since the epoch. */
  now: number;
}

export const nothingKnown = (): KnownWebsites => ({
  ...{ websites: new Map(), monitors: new Map(), figures: new Map(), totals: new Map() },
  unobserved: new Map(),
  ...{ incidents: [], told: [], work: noWork, newest_alert_id: -1, slides: 0, now: 0 },
});
