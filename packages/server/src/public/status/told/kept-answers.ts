/** Answers that are made when somebody asks, and kept until something changes. The one asked for longest ago goes first. */
export interface KeptAnswers<Answer> {
  find(key: string, make: () => Promise<Answer>): Promise<Answer>;
  /** What was made of what is outdated now is not used again. */
  clear(): void;
}

export function createKeptAnswers<Answer>(most: number): KeptAnswers<Answer> {
  let kept = new Map<string, Promise<Answer>>();
  return {
    find(key, make) {
      const current = kept;
      const known = current.get(key);
      const answer = known ?? make();
      current.delete(key);
      current.set(key, answer);
      if (known === undefined) answer.catch(() => current.delete(key));
      for (const oldest of current.keys()) {
        if (current.size <= most) break;
        current.delete(oldest);
      }
      return answer;
    },
    clear() {
      kept = new Map();
    },
  };
}
