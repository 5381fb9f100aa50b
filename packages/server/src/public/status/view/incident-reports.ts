import type { IncidentImpact, IncidentStatus, PublishedIncident } from '@upvigil/core/contract/incidents';
import { bodyText } from '../../../alerts/incidents/body-html.ts';
import { findIncident, readIncidents, type StoredIncident } from '../../../alerts/incidents/incident-store.ts';
import { monthSpan } from '../../../alerts/incidents/month-span.ts';
import type { Database } from '../../../storage/database.ts';
import { timeOf, timeOrNull } from '../../../storage/wire-format.ts';
import { type AffectedNames, affectedNames, type PublicTargets, type Targeted } from './public-targets.ts';

/** A published incident. Names each field, so that a new column stays private. Times in milliseconds since the epoch. */
export interface IncidentReport {
  id: number;
  title: string;
  impact: IncidentImpact;
  status: IncidentStatus;
  /** Public websites only. */
  website_ids: readonly number[];
  monitor_ids: readonly number[];
  affected: AffectedNames;
  /** Whether it never named a target: then it concerns all websites. */
  is_general: boolean;
  started_at: number;
  /** Null while it is open. */
  resolved_at: number | null;
  /** Changes with every edit. */
  updated_at: number;
  /** Newest first. */
  updates: readonly ReportUpdate[];
}

export interface ReportUpdate {
  id: number;
  status: IncidentStatus;
  /** CommonMark, as written. */
  body: string;
  display_at: number;
  edited_at: number | null;
}

export function describeReport(stored: StoredIncident, targets: PublicTargets): IncidentReport {
  const targeted: Targeted = {
    website_ids: stored.website_ids.filter((id) => targets.websites.has(id)),
    monitor_ids: stored.monitor_ids.filter((id) => targets.monitors.has(id)),
  };
  return {
    id: stored.id,
    title: stored.title,
    impact: stored.impact,
    status: stored.updates[0]?.status ?? 'investigating',
    ...targeted,
    affected: affectedNames(targeted, targets),
    is_general: stored.is_general === 1,
    started_at: stored.started_at,
    resolved_at: stored.resolved_at,
    updated_at: stored.updated_at,
    updates: stored.updates.map(({ id, status, body, display_at, edited_at }) => ({
      id,
      status,
      body,
      display_at,
      edited_at,
    })),
  };
}

/** Whether it concerns a website or one of its monitors. */
export const isAbout = (
  { is_general, website_ids, monitor_ids }: IncidentReport,
  websiteId: number,
  { monitors }: PublicTargets,
): boolean =>
  is_general || website_ids.includes(websiteId) || monitor_ids.some((id) => monitors.get(id)?.website_id === websiteId);

/** The report in its API form. */
export const toPublishedIncident = (report: IncidentReport): PublishedIncident => ({
  ...summaryField(report),
  id: report.id,
  title: report.title,
  impact: report.impact,
  status: report.status,
  website_ids: [...report.website_ids],
  monitor_ids: [...report.monitor_ids],
  started_at: timeOf(report.started_at),
  resolved_at: timeOrNull(report.resolved_at),
  updates: report.updates.map((update) => ({
    id: update.id,
    status: update.status,
    body: update.body,
    display_at: timeOf(update.display_at),
    edited_at: timeOrNull(update.edited_at),
  })),
});

/** Open reports for the overview, without the texts of their updates, which may be long. */
export const openReportsForOverview = (reports: readonly IncidentReport[]): PublishedIncident[] =>
  reports.filter(isOpen).map((report) => {
    const incident = toPublishedIncident(report);
    return { ...incident, updates: incident.updates.map((update) => ({ ...update, body: '' })) };
  });

/** Characters of the newest update on overviews. */
const summaryLength = 300;

/** The newest text about an open incident, as plain text. */
export function summaryOf({ resolved_at, updates: [newest] }: IncidentReport): string {
  return resolved_at === null && newest ? bodyText(newest.body, summaryLength) : '';
}

function summaryField(report: IncidentReport): { summary?: string } {
  const summary = summaryOf(report);
  return summary === '' ? {} : { summary };
}

export const isOpen = ({ resolved_at }: Pick<IncidentReport, 'resolved_at'>): boolean => resolved_at === null;

interface ReportedProblem {
  website_id: number;
  monitor_id: number;
  started_at: number;
  ended_at: number | null;
}

/** Whether a report covers a problem, which is then not listed itself. A problem that outlasts the report is listed. */
export function covers(report: IncidentReport, problem: ReportedProblem): boolean {
  const isAffected = report.website_ids.includes(problem.website_id) || report.monitor_ids.includes(problem.monitor_id);
  if (!isAffected || (problem.ended_at ?? Number.POSITIVE_INFINITY) < report.started_at) return false;
  return report.resolved_at === null || (problem.ended_at !== null && problem.started_at <= report.resolved_at);
}

/** Reports that documents list in addition to the open ones. */
const newestReports = 50;

/** Open and newest published incidents, the latest start first. */
export function readReports(db: Database): Promise<StoredIncident[]> {
  const newest = db
    .selectFrom('incidents')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newestReports);
  return readIncidents(db, (query) =>
    query
      .where('state', '=', 'published')
      .where((eb) =>
        eb.or([eb('resolved_at', 'is', null), eb('id', 'in', eb.selectFrom(newest.as('n')).select('n.id'))]),
      ),
  );
}

/** Published incidents that started in a month (UTC), newest first. */
export function readMonth(db: Database, month: string): Promise<StoredIncident[]> {
  const { start, end } = monthSpan(month);
  return readIncidents(db, (query) =>
    query.where('state', '=', 'published').where('started_at', '>=', start).where('started_at', '<', end),
  );
}

/** A published incident of any age; null when there is none. */
export async function findReport(db: Database, id: number): Promise<StoredIncident | null> {
  const stored = await findIncident(db, id);
  return stored?.state === 'published' ? stored : null;
}
