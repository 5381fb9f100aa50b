import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { formatDuration } from '@upvigil/core/format/duration';
import { limits } from '@upvigil/core/limits';
import type { BulkDeed } from '@upvigil/core/texts/bulk-changes';
import type { PanelAction } from '../selection.ts';
import type { BulkRequest } from '../use-selection.ts';

export type ChangeAction = Exclude<PanelAction, 'maintenance'>;

/** The fields of the panel. */
export interface BulkValues {
  seconds: number;
  tags: readonly string[];
  areTagsRemoved: boolean;
  website: { id: number; name: string } | null;
  /** End of a mute, with its words. */
  until: { time: string; text: string };
}

/** The body of the request without `dry_run`, and words for its sentence; null while a field is missing. */
export function bulkBody({ action, target, count }: BulkRequest & { action: ChangeAction }, values: BulkValues) {
  const change = changeOf(action, values);
  if (change === null) return null;
  const { deed, ...body } = change;
  // All that match may be others by now, and what is deleted is lost.
  const isCounted = 'filter' in target || action === 'delete';
  return { body: { ...target, ...body, ...(isCounted ? { expected_count: count } : {}) }, deed };
}

function changeOf(action: ChangeAction, { seconds, tags, areTagsRemoved, website, until }: BulkValues) {
  switch (action) {
    case 'interval': {
      const { min, max } = limits.checkIntervalSeconds;
      if (!(seconds >= min && seconds <= max)) return null;
      const deed: BulkDeed = { action: 'interval', to: formatDuration(seconds) };
      return { action: 'update' as const, changes: { check_interval: seconds }, deed };
    }
    case 'tags': {
      if (tags.length === 0) return null;
      const named = areTagsRemoved ? ('remove_tags' as const) : ('add_tags' as const);
      return { action: named, changes: { tags: [...tags] }, deed: { action: named, tags } as BulkDeed };
    }
    case 'move': {
      if (website === null) return null;
      const deed: BulkDeed = { action: 'move', to: website.name };
      return { action: 'update' as const, changes: { website_id: website.id }, deed };
    }
    case 'mute':
      return { action, changes: { until: until.time }, deed: { action, until: until.text } as BulkDeed };
    default:
      return { action, deed: { action } as BulkDeed };
  }
}

const daySeconds = 86_400;

/** What another interval means, if all monitors are loaded: '1,152 checks a day instead of 7,200.' */
export function intervalSentence(monitors: readonly ListedMonitor[], seconds: number): string {
  const intervals = monitors
    .filter(({ kind, enabled }) => enabled && kind !== 'HEARTBEAT')
    .map(({ check_interval }) => check_interval);
  if (intervals.length === 0) return '';
  const now = intervals.reduce((sum, interval) => sum + daySeconds / interval, 0);
  const then = (intervals.length * daySeconds) / seconds;
  const figure = (number: number) => Math.round(number).toLocaleString('en');
  const later = seconds - Math.min(...intervals);
  const delay = later > 0 ? ` A problem is noticed up to ${formatDuration(later)} later.` : '';
  return `${figure(then)} checks a day instead of ${figure(now)}.${delay}`;
}
