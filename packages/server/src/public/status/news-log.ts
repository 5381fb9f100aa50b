import { createHash } from 'node:crypto';

/** Versions kept: 1.5 hours with news every 5 s. */
const mostVersions = 1000;

/** Records which websites had news after which version, so that a viewer who reconnects gets the missed ones. */
export function createNewsLog() {
  /** By website: a digest of the text that counts as its news. */
  let digests = new Map<number, string>();
  /** The round in which each website had its last news. */
  const lastNews = new Map<number, number>();
  /** The round in which each version last became current, oldest first. */
  const rounds = new Map<string, number>();
  let round = 0;
  let current = versionOf(digests);
  rounds.set(current, round);

  return {
    /** Changes with each news. Processes with the same news have the same version. */
    version: () => current,
    /** Takes the news text of each website. Returns the ids of websites whose text changed, and of deleted ones. */
    update(texts: ReadonlyMap<number, string>): number[] {
      const next = new Map([...texts].map(([id, text]) => [id, digest(text)]));
      const changed = [...new Set([...digests.keys(), ...next.keys()])].filter(
        (id) => digests.get(id) !== next.get(id),
      );
      if (changed.length === 0) return changed;
      round += 1;
      for (const id of changed) lastNews.set(id, round);
      digests = next;
      current = versionOf(digests);
      rounds.delete(current);
      rounds.set(current, round);
      for (const oldest of rounds.keys()) {
        if (rounds.size <= mostVersions) break;
        rounds.delete(oldest);
      }
      return changed;
    },
    /** Ids of the websites with news since a version; of all websites when the version is not kept. */
    since(version: string): number[] {
      const seen = rounds.get(version);
      if (seen === undefined) return [...digests.keys()];
      return [...lastNews].filter(([, last]) => last > seen).map(([id]) => id);
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const versionOf = (digests: ReadonlyMap<number, string>): string =>
  digest(JSON.stringify([...digests].sort(([one], [other]) => one - other)));
