import { createHash } from 'node:crypto';

/** So many versions are known again: an hour and a half of news every five seconds. */
const keptVersions = 1000;

/** What viewers were told, so that one who comes a moment later hears what was told in between. */
export interface NewsLog {
  /** The same text in every process that knows the same, and while there is no news. */
  version(): string;
  /** Takes down what these websites show now; null: it is gone. */
  take(news: ReadonlyMap<number, string | null>): void;
  /** The websites with news since a version; all of them where it is not known. */
  since(version: string): number[];
}

export function createNewsLog(): NewsLog {
  const shown = new Map<number, string>();
  /** In which round a website had its last news. */
  const lastNews = new Map<number, number>();
  /** In which round a version was last the current one, oldest first. */
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
