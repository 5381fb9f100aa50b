import type { BulkResult } from '../contract/monitors.ts';

/** Numbers of a bulk change or of its preview. */
type BulkCounts = Omit<BulkResult, 'refused'>;

/** The action of a bulk change; `to`, `until`, `tags` and `fields` are words for its sentence. */
export type BulkDeed =
  | { action: 'enable' | 'disable' | 'check' | 'delete' | 'unmute' }
  | { action: 'acknowledge' }
  | { action: 'mute'; until: string }
  | { action: 'add_tags' | 'remove_tags'; tags: readonly string[] }
  | { action: 'interval' | 'move'; to: string }
  | { action: 'update'; fields: string };

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** '4 monitors in 3 websites' */
const subject = ({ changed, websites }: BulkCounts): string =>
  `${count(changed, 'monitor')} in ${count(websites, 'website')}`;

const verbs = {
  enable: ['Enables', 'Enabled'],
  disable: ['Disables', 'Disabled'],
  check: ['Checks', 'Checked'],
  delete: ['Deletes', 'Deleted'],
  unmute: ['Unmutes', 'Unmuted'],
} as const;

/** How a deed reads before (0) and after (1) it. */
function sentence(deed: BulkDeed, of: string, at: 0 | 1): string {
  switch (deed.action) {
    case 'add_tags':
      return `${['Adds', 'Added'][at]} ${tagWords(deed.tags)} to ${of}.`;
    case 'remove_tags':
      return `${['Removes', 'Removed'][at]} ${tagWords(deed.tags)} from ${of}.`;
    case 'mute':
      return `${['Mutes', 'Muted'][at]} ${of} until ${deed.until}.`;
    case 'acknowledge':
      return `${['Acknowledges', 'Acknowledged'][at]} the open alerts of ${of}.`;
    case 'interval':
      return `${['Changes', 'Changed'][at]} the interval of ${of} to ${deed.to}.`;
    case 'update':
      return `${['Changes', 'Changed'][at]} ${of}: ${deed.fields}.`;
    case 'move':
      return `${['Moves', 'Moved'][at]} ${of} to ${deed.to}.`;
    default:
      return `${verbs[deed.action][at]} ${of}${deed.action === 'check' && at === 0 ? ' now' : ''}.`;
  }
}

const tagWords = (tags: readonly string[]): string => `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`;

/** The preview of a bulk change: 'Disables 4 monitors in 3 websites. 2 monitors stay as they are.' */
export function bulkPreview(deed: BulkDeed, counts: BulkCounts): string {
  const { changed, unchanged } = counts;
  const rest =
    unchanged === 0 ? '' : ` ${count(unchanged, 'monitor')} ${unchanged === 1 ? 'stays' : 'stay'} unchanged.`;
  return changed === 0 ? `No monitor changes.${rest}` : sentence(deed, subject(counts), 0) + rest;
}

/** Result of a bulk change: 'Disabled 4 monitors in 3 websites.' */
export const bulkResult = (deed: BulkDeed, counts: BulkCounts): string =>
  counts.changed === 0 ? 'No monitor changed.' : sentence(deed, subject(counts), 1);

/** The question before it: 'Disable 4 monitors in 3 websites?' */
export const bulkQuestion = (deed: BulkDeed, counts: BulkCounts): string =>
  sentence(deed, subject(counts), 0)
    .replace(/^(\w+)s /, '$1 ')
    .replace(/\.$/, '?');
