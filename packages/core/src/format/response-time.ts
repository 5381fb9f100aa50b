import type { MonitorKind } from '../contract/monitor-kinds/registry.ts';
import { formatSeconds } from './seconds.ts';

/** ICMP_PING in ms with 1 decimal (value x 1000), all others in seconds. */
export const formatResponseTime = (kind: MonitorKind, seconds: number | null | undefined): string =>
  formatSeconds(seconds, kind === 'ICMP_PING');
