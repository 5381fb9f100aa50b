import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { MonitorKind } from '@upvigil/core/monitor-kinds/registry';

/** How long an answer took, in the unit of its kind. What is too short for it says the exact value when the pointer rests on it. */
export function Elapsed({ seconds, kind = 'URL' }: { seconds: number | null | undefined; kind?: MonitorKind }) {
  const shown = formatResponseTime(kind, seconds);
  if (!shown.startsWith('<')) return shown;
  return <span title={`${Number(((seconds ?? 0) * 1000).toPrecision(3))} ms`}>{shown}</span>;
}
