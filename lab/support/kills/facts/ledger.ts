/** The value of a missing object. */
export const absent = null;
export type Value = string | typeof absent;

/** Something that must exist after a kill, with all its possible values. */
interface Fact {
  confirmed: Value;
  /** Values of requests in progress: each may have been stored or not. */
  requested: Value[];
}

/** The facts found after a kill, by name. */
export type Found = ReadonlyMap<string, string>;

export type Ledger = ReturnType<typeof createLedger>;

/**
 * A client's knowledge about a server that may be killed at any time. Changes with a 2xx response must exist; changes
 * without a response may exist or not.
 */
export function createLedger() {
  let facts = new Map<string, Fact>();
  let replacement: ReadonlyMap<string, Value> | null = null;
  const counts = { answered: 0, unanswered: 0 };
  const factOf = (name: string): Fact => {
    const known = facts.get(name) ?? { confirmed: absent, requested: [] };
    facts.set(name, known);
    return known;
  };
  const asFacts = (values: ReadonlyMap<string, Value>): Map<string, Fact> => {
    // Objects created since the snapshot are gone.
    const names = new Set([...facts.keys(), ...values.keys()]);
    return new Map([...names].map((name) => [name, { confirmed: values.get(name) ?? absent, requested: [] }]));
  };
  return {
    /** Number of requests with a 2xx response, and without any response. */
    counts,
    /** Records that a request is sent. Call the returned function for a 2xx response. */
    ask(name: string, value: Value): () => void {
      const fact = factOf(name);
      fact.requested.push(value);
      return () => {
        counts.answered += 1;
        fact.confirmed = value;
        fact.requested = fact.requested.slice(fact.requested.indexOf(value) + 1);
      };
    },
    /** Records that a request was refused and changed nothing. */
    withdraw(name: string, value: Value): void {
      const fact = factOf(name);
      fact.requested = fact.requested.filter((each) => each !== value);
    },
    /** The current values, for a later `replace`. Only while no request is in progress. */
    snapshot: (): ReadonlyMap<string, Value> => new Map([...facts].map(([name, { confirmed }]) => [name, confirmed])),
    /** Whether it was ever requested, and not found missing since. */
    isKnown: (name: string): boolean => facts.has(name) || replacement?.has(name) === true,
    /**
     * Records that everything is being replaced by an earlier snapshot. Call the returned function for a 2xx response.
     */
    replace(snapshot: ReadonlyMap<string, Value>): () => void {
      replacement = snapshot;
      return () => {
        counts.answered += 1;
        facts = asFacts(snapshot);
        replacement = null;
      };
    },
    /** Returns what is lost or should not exist, and continues from what was found. */
    compare(found: Found): string[] {
      const lost = lostOf(facts, found);
      const after = replacement === null ? lost : lostOf(asFacts(replacement), found);
      counts.unanswered +=
        (replacement ? 1 : 0) + [...facts.values()].reduce((sum, { requested }) => sum + requested.length, 0);
      replacement = null;
      facts = new Map([...found].map(([name, confirmed]) => [name, { confirmed, requested: [] }]));
      return after.length === 0 ? [] : lost;
    },
  };
}

/** A sentence for each fact with an impossible value, and for each that nobody requested. */
function lostOf(facts: ReadonlyMap<string, Fact>, found: Found): string[] {
  const names = new Set([...facts.keys(), ...found.keys()]);
  return [...names].flatMap((name) => {
    const { confirmed, requested } = facts.get(name) ?? { confirmed: absent, requested: [] };
    const value = found.get(name) ?? absent;
    if ([confirmed, ...requested].includes(value)) return [];
    return [`${name} is ${value}, and should be ${[confirmed, ...requested].map(String).join(' or ')}`];
  });
}
