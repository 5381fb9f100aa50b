import type { IncidentStatus } from '@upvigil/core/contract/incidents';
import type { IncidentReport } from '../view/incident-reports.ts';
import type { Span, StripAxis } from './service-strips.ts';

/** The time in which an incident had one status. */
export interface Phase extends Span {
  status: IncidentStatus;
}

/** Statuses of an incident until its resolution or now, oldest first. A repeated status is one phase. */
export function phasesOf(
  { updates, resolved_at }: Pick<IncidentReport, 'updates' | 'resolved_at'>,
  now: number,
): Phase[] {
  const end = resolved_at ?? now;
  const phases: Phase[] = [];
  for (const { status, display_at } of updates.toReversed()) {
    if (display_at >= end || status === 'postmortem') continue;
    const last = phases.at(-1);
    if (last?.status === status) continue;
    if (last) last.to = display_at;
    phases.push({ status, from: display_at, to: end });
  }
  return phases;
}

/** The position of a time on an axis, in percent. */
export const placeOf = (at: number, { from, to }: StripAxis): number =>
  Math.round(Math.min(1, Math.max(0, (at - from) / (to - from))) * 10_000) / 100;

/** Closer labels would overlap. */
const leastApart = 9;

/** The positions that get a label, so that no label overlaps another, the first or the last. */
export function labelled(times: readonly number[], axis: StripAxis, end: number): number[] {
  const kept: number[] = [];
  for (const at of times) {
    const place = placeOf(at, axis);
    const before = kept.length === 0 ? 0 : placeOf(kept.at(-1) ?? 0, axis);
    if (place - before >= leastApart && placeOf(end, axis) - place >= leastApart) kept.push(at);
  }
  return kept;
}
