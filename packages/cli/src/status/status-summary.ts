import type { OverallStatus } from '@upvigil/core/contract/names/states';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { overallBadge } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { hasOutage, maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import { publicStatusTone, shownOverall } from '@upvigil/core/status/website-status';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import type { PerformanceFigure } from '../output/plugin-line.ts';
import { isOutageIn } from './maintenance.ts';

const underMaintenance = maintenanceBadge().label;

/** The public status in short, for the exit code, the first line and the banner of a screen. */
export interface StatusSummary {
  status: OverallStatus;
  sentence: string;
  figures: readonly PerformanceFigure[];
  /** Whether something is in maintenance and nothing else is wrong. */
  isMaintained: boolean;
}

/** Tone of the summary: blue if something is in maintenance and nothing else is wrong. */
export const toneOf = ({ status, isMaintained }: Pick<StatusSummary, 'status' | 'isMaintained'>): Tone | InfoTone =>
  isMaintained ? 'info' : publicStatusTone(status);

const statusCodes: Record<OverallStatus, PluginExitCode> = {
  operational: pluginExitCodes.ok,
  partial: pluginExitCodes.warning,
  down: pluginExitCodes.critical,
  unknown: pluginExitCodes.unknown,
};
export const statusExitCode = (status: OverallStatus): PluginExitCode => statusCodes[status];

/**
 * All websites together: operational when all checked ones are up, down when all are down, else partial. An outage
 * during maintenance counts as up.
 */
export function summarizeOverview(items: readonly StatusOverviewItem[]): StatusSummary {
  const watched = items.filter((item) => !isOutageIn(item));
  const count = (status: StatusOverviewItem['status']): number =>
    watched.filter((item) => item.status === status).length;
  const [up, partial, down, unknown] = [count('up'), count('partial'), count('down'), count('unknown')];
  const maintained = items.length - watched.length;
  const status = overall({ up: up + maintained, partial, down });
  return {
    status,
    sentence: overviewSentence(status, items, partial + down),
    isMaintained: status === 'operational' && items.some(({ maintenance }) => maintenance),
    figures: [
      { label: 'websites', value: items.length, min: 0 },
      { label: 'up', value: up, min: 0, max: items.length },
      { label: 'partial', value: partial, min: 0, max: items.length },
      { label: 'down', value: down, min: 0, max: items.length },
      { label: 'unknown', value: unknown, min: 0, max: items.length },
      ...(maintained > 0 ? [{ label: 'maintenance', value: maintained, min: 0, max: items.length }] : []),
    ],
  };
}

function overall({ up, partial, down }: { up: number; partial: number; down: number }): OverallStatus {
  if (up + partial + down === 0) return 'unknown';
  if (partial + down === 0) return 'operational';
  return up + partial === 0 ? 'down' : 'partial';
}

/** Names the affected website if there is only one. */
function overviewSentence(status: OverallStatus, items: readonly StatusOverviewItem[], affected: number): string {
  if (items.length === 0) return 'No websites are monitored yet';
  if (status === 'unknown') return 'No data yet';
  const maintained = items.filter(({ maintenance }) => maintenance);
  if (affected === 0 && maintained.length === 0) return 'All Systems Operational';
  const of = `${affected || maintained.length} of ${items.length} websites`;
  if (affected === 0) return `${underMaintenance}: ${of}${onlyName(maintained)}`;
  return `Issues Detected: ${of} affected${onlyName(items.filter(hasOutage))}`;
}

const onlyName = (items: readonly StatusOverviewItem[]): string =>
  items.length === 1 ? `: ${items[0]?.name ?? ''}` : '';

/** One website with its name, for a line without context. */
export function summarizeWebsite(detail: StatusDetail): StatusSummary {
  const summary = summarizeDetail(detail);
  return { ...summary, sentence: `${detail.website.name}: ${summary.sentence}` };
}

/** One website without its name, for use under a heading. */
export function summarizeDetail(detail: StatusDetail): StatusSummary {
  const services = [...detail.urls, ...detail.network_monitors];
  const down = services.filter(hasOutage).length;
  const maintained = services.filter(isOutageIn).length;
  const isUp = detail.overall_status === 'operational' || isOutageIn({ ...detail, status: detail.overall_status });
  const isMaintained = isUp && detail.maintenance !== undefined;
  const online = services.filter(({ status }) => status === 'up').length;
  const label = isMaintained ? underMaintenance : overallBadge(shownOverall(detail.overall_status, services)).label;
  const affected = down === 0 ? '' : `: ${down} of ${services.length} services ${down === 1 ? 'is' : 'are'} down`;
  return {
    status: isUp ? 'operational' : detail.overall_status,
    isMaintained,
    sentence: `${label}${affected}`,
    figures: [
      { label: 'services', value: services.length, min: 0 },
      { label: 'online', value: online, min: 0, max: services.length },
      { label: 'down', value: down, min: 0, max: services.length },
      { label: 'uptime_7d', value: detail.uptime_7d, unit: '%', min: 0, max: 100 },
      ...(maintained > 0 ? [{ label: 'maintenance', value: maintained, min: 0, max: services.length }] : []),
    ],
  };
}
