import type { IncidentStatus, IncidentUpdateInput } from '../contract/incidents.ts';
import { limits } from '../limits.ts';
import { incidentSentences } from '../texts/incidents.ts';

/** Position of an update in its incident. `display_at`: milliseconds since the epoch. */
export interface PlacedUpdate {
  id: number;
  status: IncidentStatus;
  display_at: number;
}

/** Newest first; of two with the same time, the later written one first. */
export const newestFirst = <Update extends Pick<PlacedUpdate, 'id' | 'display_at'>>(
  updates: readonly Update[],
): Update[] => [...updates].sort((one, other) => other.display_at - one.display_at || other.id - one.id);

const isOver = (status: IncidentStatus): boolean => status === 'resolved' || status === 'postmortem';

/**
 * Time of the resolution, in milliseconds since the epoch; null while the incident is open. After a resolution, any
 * status except postmortem reopens the incident.
 */
export function resolvedAt(updates: readonly PlacedUpdate[]): number | null {
  let resolved: number | null = null;
  for (const { status, display_at } of newestFirst(updates)) {
    if (!isOver(status)) return resolved;
    resolved = display_at;
  }
  return resolved;
}

/** The error of an invalid sequence of updates; null if valid. */
export function updatesProblem(updates: readonly PlacedUpdate[]): string | null {
  if (updates.length === 0) return incidentSentences.onlyUpdate;
  if (updates.length > limits.incidentUpdates) return incidentSentences.tooManyUpdates;
  const oldestFirst = newestFirst(updates).reverse();
  const isMisplaced = oldestFirst.some(({ status }, place) => {
    const before = oldestFirst[place - 1];
    return status === 'postmortem' && !(before && isOver(before.status));
  });
  return isMisplaced ? incidentSentences.postmortem : null;
}

/** The error of a new update with neither a text nor another status than the update before it; null if valid. */
export function emptyUpdateProblem(
  update: Pick<IncidentUpdateInput, 'status' | 'body'> & Pick<PlacedUpdate, 'display_at'>,
  updates: readonly PlacedUpdate[],
): string | null {
  const before = newestFirst(updates).find(({ display_at }) => display_at <= update.display_at);
  return update.body.trim() === '' && update.status === before?.status ? incidentSentences.emptyUpdate : null;
}

/** The error of a time outside the allowed range; null if valid. Milliseconds since the epoch. */
export function timeProblem(time: number, now: number): string | null {
  if (time > now) return incidentSentences.ahead;
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - limits.incidentYears);
  return time < oldest.getTime() ? incidentSentences.tooOld : null;
}

/** Start of an incident: the given time, but not after its first update. Milliseconds since the epoch. */
export const startedAt = (said: number, updates: readonly Pick<PlacedUpdate, 'display_at'>[]): number =>
  Math.min(said, ...updates.map(({ display_at }) => display_at));
