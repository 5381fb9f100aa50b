import type { UrlOptions } from '@upvigil/core/contract/check-options/options';
import { putSecrets } from '@upvigil/core/contract/check-options/request-secrets';
import { readUrlOptions } from '@upvigil/core/contract/check-options/stored-options';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { putOptionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { networkMonitorKinds, networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import type { ProbeTarget, WatchedMonitor } from '../../base/domain/check.ts';
import { standingStreaks } from '../../base/domain/problems.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { openSecrets } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { SecretOpener, Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';

/**
 * The enabled monitors among `ids`, or all enabled ones, by id, with decrypted secrets. Reads the keys once, and only
 * if there are secrets.
 */
export async function loadWatched(
  db: Database,
  ids: readonly number[] | 'all',
  secrets: Pick<Secrets, 'opener'>,
): Promise<WatchedMonitor[]> {
  const enabled = db
    .selectFrom('monitors')
    .selectAll()
    .where('enabled', '=', 1)
    .where('kind', '<>', heartbeatKind.type)
    .orderBy('id');
  const rows: MonitorRow[] = [];
  if (ids === 'all') rows.push(...(await enabled.execute()));
  else for (const chunk of rowChunks(ids)) rows.push(...(await enabled.where('id', 'in', chunk).execute()));
  return watchedMonitors(rows, secrets);
}

/** Converts rows for the engine. */
export async function watchedMonitors(
  rows: readonly MonitorRow[],
  secrets: Pick<Secrets, 'opener'>,
): Promise<WatchedMonitor[]> {
  const open = rows.some((row) => row.secrets !== null) ? await secrets.opener() : noSecrets;
  return rows.map((row) => watchedMonitor(row, open));
}

const noSecrets: SecretOpener = (settings) => settings;

export const watchedMonitor = (row: MonitorRow, open: SecretOpener = noSecrets): WatchedMonitor => ({
  id: row.id,
  revision: row.revision,
  created_at: row.created_at,
  target: targetOf(row, open),
  timeout_seconds: row.timeout_seconds,
  check_interval_seconds: row.check_interval_seconds,
  response_time_threshold_seconds: row.response_time_threshold_seconds,
  failure_threshold: row.failure_threshold,
  recovery_threshold: row.recovery_threshold,
  ...standingStreaks(row),
  next_due_at: row.next_due_at,
});

function targetOf(row: MonitorRow, open: SecretOpener): ProbeTarget {
  const { id, kind, target } = row;
  if (kind === 'URL') return urlKind.probeTarget({ ...row, ...requestOptions(row, open), url: target });
  if (kind === 'HEARTBEAT') throw new Error(`Monitor ${id} is a heartbeat, which is not probed`);
  const { ip_family, options } = readNetworkOptions(row.options);
  const secrets = openSecrets(row, open);
  const plain = putOptionSecrets(networkMonitorKinds[kind].options, options, secrets ?? {});
  const probeTarget = networkProbeTarget(kind, { ...row, ip_family, host: target, options: plain });
  if (probeTarget === null) throw new Error(`Monitor ${id} is a ${kind} without a port`);
  return secrets === null ? { ...probeTarget, secrets_missing: true } : probeTarget;
}

function requestOptions(row: MonitorRow, open: SecretOpener): { url_options?: UrlOptions; secrets_missing?: true } {
  if (row.options === null) return {};
  const options = readUrlOptions(row.options);
  const secrets = openSecrets(row, open);
  if (secrets === null) return { secrets_missing: true };
  return { url_options: { ...options, request: putSecrets(options.request, secrets) } };
}
