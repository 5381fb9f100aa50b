import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';

/** A stretch of time, milliseconds since the epoch. */
export interface Period {
  from: number;
  to: number;
}

/** The figures of a report. Times in seconds unless said otherwise. */
export interface ReportFigures {
  period: Period;
  websites: WebsiteFigures[];
  /** The slowest first. */
  slowest: { website: string; monitor: string; kind: MonitorKind; seconds: number }[];
  alerts: AlertFigures;
  /** Places to which messages go of which nobody said for long that they arrive: 'Email to ops@example.com'. */
  unproven: string[];
  /** When the newest backup was made, milliseconds since the epoch; null when there is none. */
  newestBackup: number | null;
}

interface WebsiteFigures {
  name: string;
  /** Percent; null where nothing was checked. */
  uptime: number | null;
  outages: OutageFigures;
}

export interface OutageFigures {
  count: number;
  /** Of these last. */
  open: number;
  /** How long at least one monitor was in an outage. */
  seconds: number;
  /** As far as it lies in the period. */
  longest_seconds: number;
}

/** Alerts of the period. */
export interface AlertFigures {
  all: number;
  /** At least one channel was notified. */
  sent: number;
  /** No channel was notified, because of rules, quiet hours or a cooldown. */
  suppressed: number;
}

/** An outage of one monitor, milliseconds since the epoch; null while it lasts. */
export interface OutageSpan {
  began: number;
  ended: number | null;
}

/** What outages of a website's monitors come to in a period. Those at the same time are counted once in how long it was. */
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
