import { RequestError } from '@upvigil/core/contract/errors';
import { tagList } from '@upvigil/core/contract/fields/tags';
import { type HeartbeatChange, heartbeatChange } from '@upvigil/core/contract/heartbeats';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import type { BulkChanges, BulkInput } from '@upvigil/core/contract/monitors';
import { networkMonitorChange } from '@upvigil/core/contract/network-monitors';
import { urlChange } from '@upvigil/core/contract/urls';
import { bulkMessages } from '@upvigil/core/texts/bulk';
import type { z } from 'zod';
import { tagsOf } from '../../base/domain/stored-tags.ts';
import type { MonitorEdit, PlannedEdit } from '../../checks/monitors/monitor-store.ts';
import { parentChanges } from '../../checks/monitors/parents.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { planHeartbeat } from './heartbeats-store.ts';
import { networkMonitorEdit } from './network-monitors-store.ts';
import { urlEdit } from './urls-store.ts';

type Change = Pick<BulkInput, 'action' | 'changes'>;

export interface Plan {
  edits: PlannedEdit[];
  unchanged: number;
  refused: { row: MonitorRow; message: string }[];
}

/**
 * Plans the edits of monitors that an action changes in the same way. A monitor that its kind refuses does not stop the
 * others. Writes nothing.
 * @throws RequestError `invalid` if a change is valid for no monitor (an unknown parent, say)
 */
export async function planEdits(
  trx: DatabaseTransaction,
  secrets: Secrets,
  rows: readonly MonitorRow[],
  { action, changes }: Change,
  pause: () => Promise<void>,
): Promise<Plan> {
  const { parent_id } = changes;
  const setParent =
    typeof parent_id === 'number' ? await parentChanges(trx, parent_id, 'changes.parent_id') : () => null;
  const plan: Plan = { edits: [], unchanged: 0, refused: [] };
  for (const row of rows) {
    const planned = await planRow(trx, secrets, row, { action, changes });
    const problem = 'edit' in planned && typeof planned.edit.parent_id === 'number' ? setParent(row.id) : null;
    if ('message' in planned) plan.refused.push({ row, message: planned.message });
    else if (problem !== null) plan.refused.push({ row, message: problem });
    else if (Object.keys(planned.edit).length === 0) plan.unchanged += 1;
    else plan.edits.push({ row, edit: planned.edit });
    await pause();
  }
  return plan;
}

/** The columns to change, or why the monitor is refused. */
async function planRow(
  trx: DatabaseTransaction,
  secrets: Secrets,
  row: MonitorRow,
  change: Change,
): Promise<{ edit: MonitorEdit } | { message: string }> {
  const { website_id = row.website_id } = change.changes;
  try {
    const edit = await planFields(trx, secrets, row, fieldsFor(row, change));
    return { edit: website_id === row.website_id ? edit : { ...edit, website_id } };
  } catch (error) {
    if (error instanceof RequestError) return { message: error.message };
    throw error;
  }
}

type Fields = BulkChanges & { enabled?: boolean };

/** The fields that the action sets. */
function fieldsFor(row: MonitorRow, { action, changes: { website_id: _moved, ...changes } }: Change): Fields {
  const { tags = [] } = changes;
  const present = tagsOf(row.tags);
  switch (action) {
    case 'enable':
    case 'disable':
      return { enabled: action === 'enable' };
    case 'add_tags':
      return { tags: parse(tagList, [...present, ...tags]) };
    case 'remove_tags':
      return { tags: present.filter((tag) => !tags.includes(tag)) };
    default:
      return changes;
  }
}

/** The columns to change. @throws RequestError `invalid` if the monitor's kind refuses them */
async function planFields(
  trx: DatabaseTransaction,
  secrets: Secrets,
  row: MonitorRow,
  changes: Fields,
): Promise<MonitorEdit> {
  if (row.kind === heartbeatKind.type) return planHeartbeat(row, fieldsOfHeartbeat(changes)).columns;
  if (row.kind === urlKind.type) return urlEdit(row, parse(urlChange, changes), trx, secrets);
  return networkMonitorEdit(row, parse(networkMonitorChange, changes), trx, secrets);
}

/** @throws RequestError `invalid` if a heartbeat lacks a field */
function fieldsOfHeartbeat(changes: Fields): HeartbeatChange {
  const lacking = Object.entries(changes).find(
    ([name, value]) => value !== undefined && !(name in heartbeatChange.shape),
  );
  if (lacking) throw new RequestError('invalid', bulkMessages.heartbeatLacks(lacking[0].replaceAll('_', ' ')));
  return parse(heartbeatChange, changes);
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RequestError('invalid', parsed.error.issues[0]?.message ?? '');
}
