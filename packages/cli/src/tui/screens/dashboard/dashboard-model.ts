import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { Website } from '@upvigil/core/contract/websites';
import { problemsFirst, serviceOrder, websiteOrder } from '../../../status/dashboard-view.ts';
import type { ProblemNow } from '../../../status/problems-now.ts';
import type { DashboardData } from '../../live/sources.ts';

/** Whether a text contains the filter, ignoring case. */
export const matches = (filter: string, ...texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(filter.toLowerCase()) ?? false);

/** The problems that match the filter, by their website too. */
export function shownProblems({ problems, websites }: DashboardData, filter: string): ProblemNow[] {
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  return problems.now.filter(({ target, cause, websiteId }) =>
    matches(filter, target, cause, names.get(websiteId) ?? null),
  );
}

export const problemKey = ({ key, type }: ProblemNow): string => `${key} ${type}`;

/** The websites that match the filter, problems first. */
export const shownWebsites = ({ websites }: DashboardData, filter: string): Website[] =>
  problemsFirst(
    websites.filter(({ name, description }) => matches(filter, name, description)),
    websiteOrder,
  );

/** The network services that match the filter, problems first. */
export const shownServices = ({ stats }: DashboardData, filter: string): NetworkStat[] =>
  problemsFirst(
    stats.network_stats.filter(({ name, host, port, website_name }) =>
      matches(filter, name, website_name, formatHostPort(host, port)),
    ),
    serviceOrder,
  );

export const noMatch = 'No row matches the filter';
