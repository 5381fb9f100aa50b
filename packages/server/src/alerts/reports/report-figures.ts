import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';

/** A time range, in milliseconds since the epoch. */
export interface Period {
  from: number;
  to: number;
}

/** The figures of a report. Times in seconds by default. */
export interface ReportFigures {
  period: Period;
  websites: WebsiteFigures[];
  /** The slowest first. */
  slowest: { website: string; monitor: string; kind: MonitorKind; seconds: number }[];
  alerts: AlertFigures;
  /** Recipients without a recent confirmation: 'Email to ops@example.com'. */
  unproven: string[];
  /** The time of the newest backup, in milliseconds since the epoch; null when there is none. */
  newestBackup: number | null;
}

interface WebsiteFigures {
  name: string;
  /** Percent; null without checks. */
  uptime: number | null;
  /** The observed part of the period, in percent; null if unknown. */
  coverage: number | null;
  outages: OutageFigures;
}

export interface OutageFigures {
  count: number;
  /** Outages that are still open. */
  open: number;
  /** Time in which one or more monitors had an outage. */
  seconds: number;
  /** The part within the period. */
  longest_seconds: number;
}

/** Alerts of the period. */
export interface AlertFigures {
  all: number;
  /** One or more channels were notified. */
  sent: number;
  /** No channel was notified, because of rules, quiet hours or a cooldown. */
  suppressed: number;
}

/** An outage of one monitor, in milliseconds since the epoch; null while it lasts. */
interface OutageSpan {
  began: number;
  ended: number | null;
}

/** Totals of the outages of a website's monitors in a period. Simultaneous outages count once in the duration. */
export function outageFigures(spans: readonly OutageSpan[], { from, to }: Period): OutageFigures {
  const inside = spans
    .map(({ began, ended }) => ({ from: Math.max(began, from), to: Math.min(ended ?? to, to), isOpen: ended === null }))
    .filter((span) => span.to >= span.from)
    .sort((one, other) => one.from - other.from);
  let covered = from;
  let sum = 0;
  for (const span of inside) {
    sum += Math.max(0, span.to - Math.max(span.from, covered));
    covered = Math.max(covered, span.to);
  }
  return {
    count: inside.length,
    open: inside.filter(({ isOpen }) => isOpen).length,
    seconds: Math.round(sum / 1000),
    longest_seconds: Math.round(Math.max(0, ...inside.map((span) => span.to - span.from)) / 1000),
  };
}
