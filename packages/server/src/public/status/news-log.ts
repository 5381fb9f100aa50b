import { createHash } from 'node:crypto';

/** How many versions are remembered: those of an hour and a half with news every 5 s. */
const keptVersions = 1000;

/** Remembers which news viewers were told, so that one who comes a moment later gets what was told in between. */
export interface NewsLog {
  /** Changes with each news. Processes that know the same news have the same version. */
  version(): string;
  /** Notes what these websites show now; null: the website is gone. */
  take(news: ReadonlyMap<number, string | null>): void;
  /** Ids of the websites with news since a version; of all websites when the version is not known. */
  since(version: string): number[];
}

export function createNewsLog(): NewsLog {
  const shown = new Map<number, string>();
  /** The round in which each website had its last news. */
  const lastNews = new Map<number, number>();
  /** The round in which each version last became current, oldest first. */
  const rounds = new Map<string, number>();
  let round = 0;
  let current = versionOf(shown);
  rounds.set(current, round);

  return {
    version: () => current,
    take(news) {
      if (news.size === 0) return;
      round += 1;
      for (const [id, text] of news) {
        lastNews.set(id, round);
        if (text === null) shown.delete(id);
        else shown.set(id, digest(text));
      }
      current = versionOf(shown);
      rounds.delete(current);
      rounds.set(current, round);
      for (const oldest of rounds.keys()) {
        if (rounds.size <= keptVersions) break;
        rounds.delete(oldest);
      }
    },
    since(version) {
      const known = rounds.get(version);
      if (known === undefined) return [...shown.keys()];
      return [...lastNews].filter(([, last]) => last > known).map(([id]) => id);
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const versionOf = (shown: ReadonlyMap<number, string>): string =>
  digest(JSON.stringify([...shown].sort(([one], [other]) => one - other)));
