import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { figures } from '../../language/figures.ts';

/** How long an answer took, in the unit of its kind. A value too short for it shows the exact one when the pointer rests on it. */
export function Elapsed({ seconds, kind = 'URL' }: { seconds: number | null | undefined; kind?: MonitorKind }) {
  const shown = figures().responseTime(kind, seconds);
  if (!shown.startsWith('<')) return shown;
  return <span title={`${Number(((seconds ?? 0) * 1000).toPrecision(3))} ms`}>{shown}</span>;
}
