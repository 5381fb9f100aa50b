import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { lockSetting } from '../../storage/settings/setting-store.ts';

/** The parent of each monitor that has one, by id. */
export type Parents = ReadonlyMap<number, number>;

/** The ancestors of a monitor, nearest first, at most `limits.ancestors`: a restored backup may hold a cycle. */
export function ancestorsOf(parents: Parents, id: number): number[] {
  const found: number[] = [];
  let parent = parents.get(id);
  while (parent !== undefined && found.length < limits.ancestors && !found.includes(parent)) {
    found.push(parent);
    parent = parents.get(parent);
  }
  return found;
}

/**
 * The problem if a monitor gets a parent; null if it may.
 * @param id the monitor; null for a new one
 */
export function parentProblem(parents: Parents, id: number | null, parent: number): string | null {
  if (id === null) return chainLength(parents, parent) > limits.ancestors ? tooDeep : null;
  if (parent === id || ancestorsOf(parents, parent).includes(id)) return dependsOnIt;
  const after = new Map(parents).set(id, parent);
  const affected = [...after.keys()].filter((each) => each === id || ancestorsOf(after, each).includes(id));
  return affected.some((each) => chainLength(after, each) > limits.ancestors + 1) ? tooDeep : null;
}

const dependsOnIt = 'Parent must not depend on this monitor';
const tooDeep = `Parent must leave each monitor at most ${limits.ancestors} ancestors`;

/** Number of monitors from this one up to the one without a parent, counted up to one more than allowed. */
function chainLength(parents: Parents, id: number): number {
  let length = 1;
  let parent = parents.get(id);
  while (parent !== undefined && length <= limits.ancestors + 1) {
    length++;
    parent = parents.get(parent);
  }
  return length;
}

/** The setting whose row is the lock: two concurrent edits must not make a cycle. */
export const parentsLockKey = 'monitor_parents';

/** @throws RequestError `invalid`, naming `parent_id`, if the monitor may not have this parent */
export async function requireParent(trx: DatabaseTransaction, id: number | null, parent: number): Promise<void> {
  await lockSetting(trx, parentsLockKey, 'null');
  const known = await trx.selectFrom('monitors').select('id').where('id', '=', parent).executeTakeFirst();
  const problem = known ? parentProblem(await readParents(trx), id, parent) : `There is no monitor ${parent}`;
  if (problem !== null)
    throw new RequestError('invalid', problem, { errors: [{ field: 'parent_id', message: problem }] });
}

/**
 * Gives many monitors one parent, one after the other. Returns the problem of a monitor that may not have it; null
 * after its parent was changed. Waits for concurrent edits.
 * @throws RequestError `invalid` if there is no such parent
 */
export async function parentChanges(
  trx: DatabaseTransaction,
  parent: number,
  field: string,
): Promise<(id: number) => string | null> {
  await lockSetting(trx, parentsLockKey, 'null');
  const known = await trx.selectFrom('monitors').select('id').where('id', '=', parent).executeTakeFirst();
  if (!known) {
    const message = `There is no monitor ${parent}`;
    throw new RequestError('invalid', message, { errors: [{ field, message }] });
  }
  const parents = await readParents(trx);
  const above = [parent, ...ancestorsOf(parents, parent)];
  const children = new Map<number, Set<number>>();
  const childrenOf = (id: number): Set<number> => {
    const found = children.get(id) ?? new Set();
    children.set(id, found);
    return found;
  };
  for (const [id, of] of parents) childrenOf(of).add(id);
  const isTooDeep = (id: number, ancestors: number): boolean =>
    ancestors > limits.ancestors || [...childrenOf(id)].some((child) => isTooDeep(child, ancestors + 1));
  return (id) => {
    if (above.includes(id)) return dependsOnIt;
    if (isTooDeep(id, above.length)) return tooDeep;
    childrenOf(parents.get(id) ?? 0).delete(id);
    parents.set(id, parent);
    childrenOf(parent).add(id);
    return null;
  };
}

export async function readParents(db: Database): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('monitors')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .$narrowType<{ parent_id: number }>()
    .execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}
