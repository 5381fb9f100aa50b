import type { MonitorKind } from '../contract/monitor-kinds/registry.ts';
import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { formatResponseTime } from '../format/response-time.ts';

/** Number formats of a language. An unknown value is 'N/A' in all. */
export interface Figures {
  /** 0 to 100. Cut, not rounded, so that 100 % means no failure. */
  percent: (percent: number | null | undefined) => string;
  /** In seconds; ICMP_PING is shown in milliseconds. */
  responseTime: (kind: MonitorKind, seconds: number | null | undefined) => string;
  /** In seconds; shown as the two largest units in words. */
  duration: (seconds: number) => string;
}

export const englishFigures: Figures = {
  percent: formatPercent,
  responseTime: formatResponseTime,
  duration: formatDuration,
};
