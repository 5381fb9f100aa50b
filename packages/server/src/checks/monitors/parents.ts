import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { lockSetting } from '../../storage/settings/setting-store.ts';

/** The parent of each monitor that has one, by id. */
type Parents = ReadonlyMap<number, number>;

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
  if (parent === id || ancestorsOf(parents, parent).includes(id)) return 'Parent must not depend on this monitor';
  const after = new Map(parents).set(id, parent);
  const affected = [...after.keys()].filter((each) => each === id || ancestorsOf(after, each).includes(id));
  return affected.some((each) => chainLength(after, each) > limits.ancestors + 1) ? tooDeep : null;
}

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

async function readParents(trx: DatabaseTransaction): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('monitors')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .$narrowType<{ parent_id: number }>()
    .execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}
