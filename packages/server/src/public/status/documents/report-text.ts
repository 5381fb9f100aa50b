import type { IncidentImpact, IncidentStatus } from '@upvigil/core/contract/incidents';
import type { RunState } from '@upvigil/core/contract/names/states';
import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import { runState } from '@upvigil/core/rules/maintenance-runs';
import { monthSpan } from '../../../alerts/incidents/month-span.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import { namesOf, type PublicRun } from '../view/maintenance-runs.ts';
import type { AffectedNames } from '../view/public-targets.ts';
import type { Period } from '../view/website-store.ts';
import { type Locale, localSentence } from './locale.ts';
import { incidentPagePath, runPagePath } from './report-paths.ts';

/** What all report pages share. */
export interface Surroundings {
  brand: string;
  /** Data URL of the owner's logo; absent where the brand is text. */
  logo?: string | undefined;
  /** The public address, without a trailing slash. */
  base_url: string;
  locale: Locale;
}

/** A month in UTC, '2026-11', with the incidents that started in it and its outages and slow periods, newest first. */
interface MonthOfReports {
  month: string;
  reports: readonly IncidentReport[];
  periods: readonly Period[];
}

export type MissingKind = 'incident' | 'month' | 'maintenance' | 'missing website';

export function statusText(status: IncidentStatus, { texts: { documents } }: Locale): string {
  const texts: Record<IncidentStatus, string> = {
    investigating: documents.statusInvestigating,
    identified: documents.statusIdentified,
    monitoring: documents.statusMonitoring,
    resolved: documents.statusResolved,
    postmortem: documents.statusPostmortem,
  };
  return texts[status];
}

export function impactText(impact: IncidentImpact, { texts: { pages } }: Locale): string {
  const texts: Record<IncidentImpact, string> = {
    none: pages.impactNone,
    minor: pages.impactMinor,
    major: pages.impactMajor,
    critical: pages.impactCritical,
  };
  return texts[impact];
}

export function runStateText(state: RunState, { texts: { documents } }: Locale): string {
  const texts: Record<RunState, string> = {
    scheduled: documents.runScheduled,
    in_progress: documents.runInProgress,
    verifying: documents.runVerifying,
    completed: documents.runCompleted,
  };
  return texts[state];
}

export function missingSentence(kind: MissingKind, { texts: { documents } }: Locale): string {
  const texts: Record<MissingKind, string> = {
    incident: documents.noIncident,
    month: documents.noMonth,
    maintenance: documents.noMaintenance,
    'missing website': documents.notFound,
  };
  return texts[kind];
}

/** 'November 2026'. `month`: '2026-11'. */
export const monthName = (month: string, { language }: Locale): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(monthSpan(month).start);

/** 'Nov 24, 13:30 UTC to Nov 24, 14:05 UTC' */
export const runSpan = (
  { starts_at, ends_at }: Pick<PublicRun, 'starts_at' | 'ends_at'>,
  { texts, figures }: Locale,
): string => texts.documents.runSpan({ start: figures.moment(starts_at), end: figures.moment(ends_at) });

/** An incident for a terminal. Its updates appear as written, newest first. */
export function incidentText(report: IncidentReport, { brand, locale }: Surroundings): string {
  const updates = report.updates.map(
    ({ status, body, display_at }) =>
      `${locale.figures.moment(display_at)}  ${statusText(status, locale)}${body === '' ? '' : `\n${cleanLines(body, stripControls)}`}`,
  );
  return joined([
    `${stripControls(brand)} - ${stripControls(report.title)}`,
    statusText(report.status, locale),
    affectedText(report.affected, locale),
    ...updates,
  ]);
}

/** The incidents of a month for a terminal. */
export function monthText({ month, reports, periods }: MonthOfReports, surroundings: Surroundings): string {
  const { locale, brand } = surroundings;
  const { documents } = locale.texts;
  const name = { month: monthName(month, locale) };
  const began = periods.filter(({ started_at }) => started_at >= monthSpan(month).start);
  if (reports.length + began.length === 0) return joined([stripControls(brand), documents.monthEmpty(name)]);
  return joined([
    `${stripControls(brand)} - ${documents.monthTitle(name)}`,
    reports.map((report) => reportLine(report, surroundings)).join('\n'),
    began.map((period) => periodLine(period, locale)).join('\n'),
  ]);
}

/** Start, kind and duration of a period. */
function periodLine({ facts, isOutage, started_at, ended_at }: Period, locale: Locale): string {
  const { documents } = locale.texts;
  const sentence = localSentence({ alert_type: isOutage ? 'DOWN' : 'SLOW', facts }, locale);
  const state =
    ended_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: locale.figures.duration((ended_at - started_at) / 1000) });
  return [locale.figures.moment(started_at), stripControls(sentence), state].join('  ');
}

/** A maintenance for a terminal. */
export function runText(run: PublicRun, { brand, locale }: Surroundings): string {
  return joined([
    `${stripControls(brand)} - ${stripControls(run.title)}`,
    `${runStateText(run.state, locale)}\n${runSpan(run, locale)}`,
    affectedText(run.affected, locale),
    cleanLines(run.body, stripLine),
    ...run.updates.map(
      ({ body, created_at }) =>
        `${locale.figures.moment(created_at)}  ${runStateText(runState(run, created_at), locale)}\n${cleanLines(body, stripLine)}`,
    ),
  ]);
}

export const missingText = (kind: MissingKind, locale: Locale): string => `${missingSentence(kind, locale)}\n`;

type LineSurroundings = Pick<Surroundings, 'base_url' | 'locale'>;

export const reportLine = (report: IncidentReport, { base_url, locale }: LineSurroundings): string =>
  [
    locale.figures.moment(report.started_at),
    statusText(report.status, locale),
    stripControls(report.title),
    `${base_url}${incidentPagePath(report.id)}${locale.query}`,
  ].join('  ');

export const runLine = (run: PublicRun, { base_url, locale }: LineSurroundings): string =>
  [
    runSpan(run, locale),
    runStateText(run.state, locale),
    stripControls(run.title),
    `${base_url}${runPagePath(run.id)}${locale.query}`,
  ].join('  ');

function affectedText(affected: AffectedNames, { texts }: Locale): string {
  const names = namesOf(affected);
  return names.length === 0 ? '' : texts.documents.affects({ names: stripControls(names.join(', ')) });
}

const joined = (parts: readonly string[]): string => `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;

/** Removes control characters from people's texts, which a terminal would obey. */
const cleanLines = (text: string, clean: (line: string) => string): string => text.split(/\r?\n/).map(clean).join('\n');
