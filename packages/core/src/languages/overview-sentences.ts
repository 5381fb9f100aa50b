import type { Words } from './words.ts';

/** '1 incident is open, 1 website is in maintenance'. Does not include results of checks. */
export function incidentsSentence(
  open: number,
  inMaintenance: number,
  words: Pick<Words['pages'], 'incidentsOpen' | 'inMaintenance'>,
): string {
  const sentence = words.incidentsOpen({ count: open });
  return inMaintenance === 0 ? sentence : `${sentence}, ${words.inMaintenance({ count: inMaintenance })}`;
}

/** Names a single slow website. */
export function slowSentence(
  slow: readonly { name: string }[],
  total: number,
  words: Pick<Words['pages'], 'oneSlow' | 'someSlow'>,
): string {
  const counts = { affected: slow.length, total };
  const [first] = slow;
  return first && slow.length === 1 ? words.oneSlow({ ...counts, name: first.name }) : words.someSlow(counts);
}
