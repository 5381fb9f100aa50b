import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { overallBadge } from '@upvigil/core/status/public-badges';
import type { OverallStatus } from '@upvigil/core/status/website-status';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import type { PerformanceFigure } from '../output/plugin-line.ts';

/** The public status in short, for the exit code, the first line and the banner of a screen. */
export interface StatusSummary {
  status: OverallStatus;
  sentence: string;
  figures: readonly PerformanceFigure[];
}

const statusCodes: Record<OverallStatus, PluginExitCode> = {
  operational: pluginExitCodes.ok,
  partial: pluginExitCodes.warning,
  down: pluginExitCodes.critical,
  unknown: pluginExitCodes.unknown,
};
export const statusExitCode = (status: OverallStatus): PluginExitCode => statusCodes[status];

/** All websites together: operational when all that were checked are up, down when all are down, else partial. */
export function summarizeOverview(items: readonly StatusOverviewItem[]): StatusSummary {
  const count = (status: StatusOverviewItem['status']): number => items.filter((item) => item.status === status).length;
  const [up, partial, down, unknown] = [count('up'), count('partial'), count('down'), count('unknown')];
  const status = overall({ up, partial, down });
  return {
    status,
    sentence: overviewSentence(status, items, partial + down),
    figures: [
      { label: 'websites', value: items.length, min: 0 },
      { label: 'up', value: up, min: 0, max: items.length },
      { label: 'partial', value: partial, min: 0, max: items.length },
      { label: 'down', value: down, min: 0, max: items.length },
      { label: 'unknown', value: unknown, min: 0, max: items.length },
    ],
  };
}

function overall({ up, partial, down }: { up: number; partial: number; down: number }): OverallStatus {
  if (up + partial + down === 0) return 'unknown';
  if (partial + down === 0) return 'operational';
  return up + partial === 0 ? 'down' : 'partial';
}

/** Names the affected website when it is only one. */
function overviewSentence(status: OverallStatus, items: readonly StatusOverviewItem[], affected: number): string {
  if (items.length === 0) return 'No websites are monitored yet';
  if (status === 'unknown') return 'No data yet';
  if (affected === 0) return 'All Systems Operational';
  const only = items.find((item) => item.status === 'partial' || item.status === 'down');
  const names = affected === 1 ? `: ${only?.name ?? ''}` : '';
  return `Issues Detected: ${affected} of ${items.length} websites affected${names}`;
}

/** One website, named: for a line that stands alone. */
export function summarizeWebsite(detail: StatusDetail): StatusSummary {
  const summary = summarizeDetail(detail);
  return { ...summary, sentence: `${detail.website.name}: ${summary.sentence}` };
}

/** One website, where its name stands above. */
export function summarizeDetail(detail: StatusDetail): StatusSummary {
  const services = [...detail.urls, ...detail.network_monitors];
  const down = services.filter(({ status }) => status === 'down').length;
  const online = services.filter(({ status }) => status === 'up').length;
  const { label } = overallBadge(detail.overall_status);
  const affected = down === 0 ? '' : `: ${down} of ${services.length} services ${down === 1 ? 'is' : 'are'} down`;
  return {
    status: detail.overall_status,
    sentence: `${label}${affected}`,
    figures: [
      { label: 'services', value: services.length, min: 0 },
      { label: 'online', value: online, min: 0, max: services.length },
      { label: 'down', value: down, min: 0, max: services.length },
      { label: 'uptime_7d', value: detail.uptime_7d, unit: '%', min: 0, max: 100 },
    ],
  };
}
