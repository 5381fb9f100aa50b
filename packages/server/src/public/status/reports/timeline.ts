import type { IncidentStatus } from '@upvigil/core/contract/incidents';
import type { IncidentReport } from '../view/incident-reports.ts';
import type { Span, StripAxis } from './service-strips.ts';

/** How long an incident had a status. */
export interface Phase extends Span {
  status: IncidentStatus;
}

/** Statuses of an incident until it was resolved, or until now, oldest first; one that was repeated is one phase. */
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

/** Where a time lies on an axis, in percent. */
export const placeOf = (at: number, { from, to }: StripAxis): number =>
  Math.round(Math.min(1, Math.max(0, (at - from) / (to - from))) * 10_000) / 100;

/** Labels closer than this touch each other. */
const leastApart = 9;

/** Which of some places on an axis have a label, so that none touches another nor the first and the last. */
export function labelled(times: readonly number[], axis: StripAxis, end: number): number[] {
  const kept: number[] = [];
  for (const at of times) {
    const place = placeOf(at, axis);
    const before = kept.length === 0 ? 0 : placeOf(kept.at(-1) ?? 0, axis);
    if (place - before >= leastApart && placeOf(end, axis) - place >= leastApart) kept.push(at);
  }
  return kept;
}
