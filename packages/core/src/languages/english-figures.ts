import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { formatResponseTime } from '../format/response-time.ts';
import type { MonitorKind } from '../monitor-kinds/registry.ts';

/** How a language writes figures. What is not known is 'N/A' in all. */
export interface Figures {
  /** 0 to 100. Cut, not rounded, so that 100 % means no failure. */
  percent: (percent: number | null | undefined) => string;
  /** Seconds; ICMP_PING in milliseconds. */
  responseTime: (kind: MonitorKind, seconds: number | null | undefined) => string;
  /** Whole seconds. */
  interval: (seconds: number) => string;
  /** A number out of an English text, with its unit if it has one: '6.12s'. */
  measure: (text: string) => string;
  /** A moment in UTC, in milliseconds since the epoch. */
  moment: (time: number) => string;
  /** Seconds, in words with the two largest units. */
  duration: (seconds: number) => string;
}

export const englishFigures: Figures = {
  percent: formatPercent,
  responseTime: formatResponseTime,
  interval: (seconds) => `${seconds}s`,
  measure: (text) => text,
  moment: (time) => new Date(time).toISOString(),
  duration: formatDuration,
};
