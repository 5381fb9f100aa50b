import type { Command } from '@upvigil/core/contract/commands';
import { inputMessages } from '@upvigil/core/contract/fields/input-messages';
import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import type { BulkCreateInput, BulkCreateResult } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';
import { bulkLinesIn, identityOf, type LineInput, parseBulkLines, planLines } from '@upvigil/core/rules/bulk-lines';
import { listedName } from '../../base/domain/monitor-name.ts';
import { lockWebsite, unknownWebsite } from '../../checks/monitors/website-store.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import { refuse } from './changed-url.ts';
import { addHeartbeat } from './heartbeats-store.ts';
import { insertNetworkMonitor } from './network-monitors-store.ts';
import { insertUrl } from './urls-store.ts';

type Input = BulkCreateInput & { website_id: number };

/**
 * Creates a monitor for each valid line, or plans this only. Returns the new ids.
 * @throws RequestError `notFound` without the website; `invalid` with too many lines
 */
export async function createMany(
  { secrets, commands }: { secrets: Secrets; commands: readonly Command[] },
  trx: DatabaseTransaction,
  { website_id, text, defaults, dry_run }: Input,
  now: number,
): Promise<{ ids: number[]; answer: BulkCreateResult }> {
  if (bulkLinesIn(text).length > limits.bulkLines) refuse([{ field: 'text', message: inputMessages.bulkLines }]);
  // Concurrent requests with the same lines must not create them twice.
  if (!(await lockWebsite(trx, website_id))) throw unknownWebsite(website_id);
  const { listed, inputs } = planLines(parseBulkLines(text, defaults, commands), await readKnown(trx, website_id));
  const ids: number[] = [];
  if (!dry_run) for (const input of inputs) ids.push(await insert(trx, secrets, website_id, input, now));
  return { ids, answer: { lines: listed, created: inputs.length } };
}

async function readKnown(trx: DatabaseTransaction, website_id: number): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('monitors')
    .select(['kind', 'name', 'target', 'port', 'options'])
    .where('website_id', '=', website_id)
    .execute();
  const commandOf = ({ kind, options }: (typeof rows)[number]) =>
    kind === 'COMMAND' ? readNetworkOptions(options).options?.command : null;
  return new Map(rows.map((row) => [identityOf({ ...row, command: commandOf(row) }), listedName(row)]));
}

function insert(
  trx: DatabaseTransaction,
  secrets: Secrets,
  website_id: number,
  { family, input }: LineInput,
  now: number,
): Promise<number> {
  if (family === 'url') return insertUrl(trx, secrets, { ...input, website_id }, now);
  if (family === 'network') return insertNetworkMonitor(trx, secrets, { ...input, website_id }, now);
  return addHeartbeat(trx, secrets, { ...input, website_id }, now);
}
