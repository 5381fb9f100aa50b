import type { Incident } from '@upvigil/core/contract/incidents';
import { countOf } from '../../components/lists/count-of.ts';

const namedAtMost = 3;

/** 'Shop, Docs and 2 services': the websites by name, more than three and all services as a count; empty for nothing. */
export function affectedWords(
  { website_ids, monitor_ids }: Pick<Incident, 'website_ids' | 'monitor_ids'>,
  nameOf: (websiteId: number) => string | undefined,
): string {
  const names = website_ids.flatMap((id) => nameOf(id) ?? []);
  const others = website_ids.length - Math.min(names.length, namedAtMost);
  const parts = [
    ...names.slice(0, namedAtMost),
    ...(others > 0 ? [countOf(others, names.length > 0 ? 'other website' : 'website')] : []),
    ...(monitor_ids.length > 0 ? [countOf(monitor_ids.length, 'service')] : []),
  ];
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}
