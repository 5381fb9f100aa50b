/** The value of something that is not there. */
export const absent = null;
export type Value = string | typeof absent;

/** Something that must be found after a kill, and all that it may be. */
interface Fact {
  confirmed: Value;
  /** Requests under way: each may have been done or not, and with them all that they say. */
  asked: Value[];
}

/** The facts after a kill: each fact that is there, by its name. */
export type Found = ReadonlyMap<string, string>;

/**
 * A client's knowledge of a server that may be killed at any moment. Changes answered with 2xx must be there; those
 * asked and not answered may be there or not.
 */
export interface Ledger {
  /** Notes that a request is sent. Call what it returns when the answer is 2xx. */
  ask(name: string, value: Value): () => void;
  /** Notes that a request was refused: it changed nothing. */
  withdraw(name: string, value: Value): void;
  /** What holds now, to return to it. Only while nothing is asked. */
  snapshot(): ReadonlyMap<string, Value>;
  /** Whether it was ever asked for, and not found gone since. */
  isKnown(name: string): boolean;
  /** Notes that all is being replaced by what held then. Call what it returns when the answer is 2xx. */
  replace(snapshot: ReadonlyMap<string, Value>): () => void;
  /** Says what is lost, or there and should not be, and goes on from what was found. */
  compare(found: Found): string[];
  /** How many requests were answered with 2xx, and how many were never answered. */
  readonly counts: { answered: number; unanswered: number };
}

export function createLedger(): Ledger {
  let facts = new Map<string, Fact>();
  let replacement: ReadonlyMap<string, Value> | null = null;
  const counts = { answered: 0, unanswered: 0 };
  const factOf = (name: string): Fact => {
    const known = facts.get(name) ?? { confirmed: absent, asked: [] };
    facts.set(name, known);
    return known;
  };
  const asFacts = (values: ReadonlyMap<string, Value>): Map<string, Fact> => {
    // What came since is gone.
    const names = new Set([...facts.keys(), ...values.keys()]);
    return new Map([...names].map((name) => [name, { confirmed: values.get(name) ?? absent, asked: [] }]));
  };
  return {
    counts,
    ask(name, value) {
      const fact = factOf(name);
      fact.asked.push(value);
      return () => {
        counts.answered += 1;
        fact.confirmed = value;
        fact.asked = fact.asked.slice(fact.asked.indexOf(value) + 1);
      };
    },
    withdraw(name, value) {
      const fact = factOf(name);
      fact.asked = fact.asked.filter((each) => each !== value);
    },
    snapshot: () => new Map([...facts].map(([name, { confirmed }]) => [name, confirmed])),
    isKnown: (name) => facts.has(name) || replacement?.has(name) === true,
    replace(snapshot) {
      replacement = snapshot;
      return () => {
        counts.answered += 1;
        facts = asFacts(snapshot);
        replacement = null;
      };
    },
    compare(found) {
      const lost = lostOf(facts, found);
      const after = replacement === null ? lost : lostOf(asFacts(replacement), found);
      counts.unanswered +=
        (replacement ? 1 : 0) + [...facts.values()].reduce((sum, { asked }) => sum + asked.length, 0);
      replacement = null;
      facts = new Map([...found].map(([name, confirmed]) => [name, { confirmed, asked: [] }]));
      return after.length === 0 ? [] : lost;
    },
  };
}

/** A sentence for each fact that is found otherwise than it may be, and for each that nobody asked for. */
function lostOf(facts: ReadonlyMap<string, Fact>, found: Found): string[] {
  const names = new Set([...facts.keys(), ...found.keys()]);
  return [...names].flatMap((name) => {
    const { confirmed, asked } = facts.get(name) ?? { confirmed: absent, asked: [] };
    const value = found.get(name) ?? absent;
    if ([confirmed, ...asked].includes(value)) return [];
    return [`${name} is ${value}, and should be ${[confirmed, ...asked].map(String).join(' or ')}`];
  });
}
