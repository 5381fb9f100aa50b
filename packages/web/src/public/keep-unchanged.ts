/**
 * The new JSON value, in which parts that equal the old ones are the old objects, so that only what changed is rendered
 * again. Entries of a list are matched by their `id`, or else by position.
 */
export function keepUnchanged<T>(old: T | null, next: T): T {
  return keep(old, next) as T;
}

function keep(old: unknown, next: unknown): unknown {
  if (Object.is(old, next) || typeof old !== 'object' || typeof next !== 'object' || !old || !next) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  return Array.isArray(next) ? keepList(old as unknown[], next) : keepRecord(old as JsonRecord, next as JsonRecord);
}

type JsonRecord = Record<string, unknown>;

function keepList(old: unknown[], next: unknown[]): unknown[] {
  const byId = new Map(old.map((entry, index) => [identity(entry, index), entry]));
  const kept = next.map((entry, index) => keep(byId.get(identity(entry, index)), entry));
  return old.length === kept.length && kept.every((entry, index) => entry === old[index]) ? old : kept;
}

const identity = (entry: unknown, index: number): unknown =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : `#${index}`;

function keepRecord(old: JsonRecord, next: JsonRecord): JsonRecord {
  const names = Object.keys(next);
  const kept = Object.fromEntries(names.map((name) => [name, keep(old[name], next[name])]));
  const isSame = names.length === Object.keys(old).length && names.every((name) => kept[name] === old[name]);
  return isSame ? old : kept;
}
