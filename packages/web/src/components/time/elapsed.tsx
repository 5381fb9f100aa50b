import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { figures } from '../../language/figures.ts';

/** Response time in the unit of the monitor kind. Rounded values show the exact one as a tooltip. */
export function Elapsed({ seconds, kind = 'URL' }: { seconds: number | null | undefined; kind?: MonitorKind }) {
  const shown = figures().responseTime(kind, seconds);
  if (!shown.startsWith('<')) return shown;
  return <span title={`${Number(((seconds ?? 0) * 1000).toPrecision(3))} ms`}>{shown}</span>;
}
