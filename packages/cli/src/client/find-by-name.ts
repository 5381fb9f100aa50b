import { CommandError } from '../failures.ts';

/** Something that a name on a command line may mean. */
export interface Candidate {
  id: number;
  names: readonly string[];
  /** Tells it from others of the same name. */
  shown: string;
}

const mostListed = 8;
const mostNearest = 3;
/** Each candidate has at most five names. */
const mostCompared = 15;

/** How texts are compared: as they are, then without case, scheme and last slash. */
const comparisons: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, ''),
];

/** The candidates with this name; only exact matches, if there are any. */
export function matching(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  for (const comparable of comparisons) {
    const wanted = comparable(typed);
    const found = candidates.filter(({ names }) => names.some((each) => comparable(each) === wanted));
    if (found.length > 0) return found;
  }
  return [];
}

/** @throws CommandError for a name that none has, with similar names, or that several have, with their ids */
export async function idOfName(noun: string, candidates: readonly Candidate[], typed: string): Promise<number> {
  const found = matching(candidates, typed);
  const [first] = found;
  if (first === undefined)
    throw new CommandError(`There is no ${noun} "${typed}"${await suggestion(candidates, typed)}`);
  if (found.length === 1) return first.id;
  const more = found.length > mostListed ? ` and ${found.length - mostListed} more` : '';
  const listed = found.slice(0, mostListed).map(({ id, shown }) => `${id} (${shown})`);
  throw new CommandError(`Several ${noun}s have the name "${typed}". Give an id: ${listed.join(', ')}${more}`);
}

/** Comparing names needs a library, which no other command has to load. */
async function suggestion(candidates: readonly Candidate[], typed: string): Promise<string> {
  const { nearestNames } = await import('@upvigil/core/format/nearest-names');
  const idOf = new Map(candidates.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
  // One name is enough for each.
  const names = new Map<number | undefined, string>();
  for (const name of nearestNames(typed, [...idOf.keys()], mostCompared)) {
    if (!names.has(idOf.get(name))) names.set(idOf.get(name), name);
  }
  const nearest = [...names].slice(0, mostNearest).map(([id, name]) => `${name} (${id})`);
  return nearest.length === 0 ? '' : `. Did you mean ${nearest.join(', ')}?`;
}
