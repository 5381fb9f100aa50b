import { uptimePercent } from '@upvigil/core/status/uptime-level';

/** Sums over the checks of an interval. */
export interface Sums {
  checks: number;
  failures: number;
  /** Sum of the successful response times, microseconds. */
  sum_us: number;
  /** How many of the checks, and of the failures, were in maintenance. */
  maintenance_checks: number;
  maintenance_failures: number;
  /** How long Upvigil watched; null if unknown for a part. */
  observed_seconds: number | null;
}

const noMaintenance = { maintenance_checks: 0, maintenance_failures: 0 };
export const noSums: Sums = { checks: 0, failures: 0, sum_us: 0, ...noMaintenance, observed_seconds: 0 };

export const addSums = (a: Sums, b: Sums): Sums => ({
  checks: a.checks + b.checks,
  failures: a.failures + b.failures,
  sum_us: a.sum_us + b.sum_us,
  maintenance_checks: a.maintenance_checks + b.maintenance_checks,
  maintenance_failures: a.maintenance_failures + b.maintenance_failures,
  observed_seconds: addObserved(a.observed_seconds, b.observed_seconds),
});

/** Null if one of them is unknown. */
export const addObserved = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

export const subtractSums = (whole: Sums, part: Sums): Sums => ({
  checks: whole.checks - part.checks,
  failures: whole.failures - part.failures,
  sum_us: whole.sum_us - part.sum_us,
  maintenance_checks: whole.maintenance_checks - part.maintenance_checks,
  maintenance_failures: whole.maintenance_failures - part.maintenance_failures,
  observed_seconds: addObserved(whole.observed_seconds, part.observed_seconds === null ? null : -part.observed_seconds),
});

/**
 * Uptime in percent; null without checks. Excludes checks in maintenance unless `countsMaintenance`, a setting that
 * applies when uptime is read.
 */
export function uptimeOf(sums: Sums, countsMaintenance = false): number | null {
  const checks = countsMaintenance ? sums.checks : sums.checks - sums.maintenance_checks;
  const failures = countsMaintenance ? sums.failures : sums.failures - sums.maintenance_failures;
  return uptimePercent(checks - failures, checks);
}

/** Mean response time of the successful checks, in seconds to the microsecond; null without any. */
export function averageSecondsOf({
  checks,
  failures,
  sum_us,
}: Pick<Sums, 'checks' | 'failures' | 'sum_us'>): number | null {
  const successful = checks - failures;
  return successful === 0 ? null : secondsOf(sum_us / successful);
}

/** Seconds, to the microsecond. */
export const secondsOf = (microseconds: number): number => Math.round(microseconds) / 1e6;

/**
 * Sums of a website. Uptime covers all its monitors, load time only its URLs, because a mean of page loads and pings is
 * meaningless. A website without checks of URLs shows the times of its network monitors instead.
 */
export interface WebsiteSums {
  all: Sums;
  pages: Sums;
  services: Sums;
}

export const noWebsiteSums: WebsiteSums = { all: noSums, pages: noSums, services: noSums };

export const addToWebsiteSums = (sums: WebsiteSums, isPage: boolean, added: Sums): WebsiteSums => ({
  all: addSums(sums.all, added),
  pages: isPage ? addSums(sums.pages, added) : sums.pages,
  services: isPage ? sums.services : addSums(sums.services, added),
});

/** The part of the sums that a website's average time covers. */
export const timedPart = ({ pages }: WebsiteSums): 'pages' | 'services' => (pages.checks > 0 ? 'pages' : 'services');

export const websiteAverageSeconds = (sums: WebsiteSums): number | null => averageSecondsOf(sums[timedPart(sums)]);
