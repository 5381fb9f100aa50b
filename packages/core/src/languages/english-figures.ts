import type { MonitorKind } from '../contract/monitor-kinds/registry.ts';
import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { formatResponseTime } from '../format/response-time.ts';

/** How a language writes figures. What is not known is 'N/A' in all. */
export interface Figures {
  /** 0 to 100. Cut, not rounded, so that 100 % means no failure. */
  percent: (percent: number | null | undefined) => string;
  /** Seconds; ICMP_PING in milliseconds. */
  responseTime: (kind: MonitorKind, seconds: number | null | undefined) => string;
  /** Seconds, in words with the two largest units. */
  duration: (seconds: number) => string;
}

export const englishFigures: Figures = {
  percent: formatPercent,
  responseTime: formatResponseTime,
  duration: formatDuration,
};
