/** A day as means are made of it: see `dailyUptimeSchema`. */
interface CountedDay {
  uptime: number | null;
  checks: number;
  counted_checks?: number | undefined;
}

/** Uptime over some days in percent, each day weighed by the checks that its uptime is of. Null without any. */
export function meanUptime(days: readonly CountedDay[]): number | null {
  let checks = 0;
  let sum = 0;
  for (const { uptime, checks: all, counted_checks = all } of days) {
    if (uptime === null) continue;
    checks += counted_checks;
    sum += uptime * counted_checks;
  }
  return checks === 0 ? null : sum / checks;
}
