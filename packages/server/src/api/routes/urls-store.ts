import { maskRequest, putSecrets, secretsOf, takeSecrets } from '@upvigil/core/contract/check-options/request-secrets';
import { readUrlOptions, storedText } from '@upvigil/core/contract/check-options/stored-options';
import { RequestError } from '@upvigil/core/contract/errors';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import type { UrlChange, UrlCreation, UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { secretMissing } from '@upvigil/core/texts/faults';
import type { GoingOn } from '../../alerts/maintenance/shown-maintenance.ts';
import { isSealed } from '../../base/sealed-text.ts';
import {
  insertWithSecrets,
  listMonitors,
  type MonitorEdit,
  type MonitorWithCheck,
  requireMonitor,
} from '../../checks/monitors/monitor-store.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { monitorSecrets, sealedSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { changedUrl, opened } from './changed-url.ts';
import { changedColumns, sharedColumns, sharedSettings } from './monitor-settings.ts';
import { readSharedAnswers } from './state-reading.ts';
import { screenshotPath, urlCheckAnswer } from './wire-checks.ts';

/** The URLs of a website by id, in a constant number of statements. */
export async function listUrls(deps: UrlStoreDeps, website_id: number, now: number): Promise<UrlMonitor[]> {
  const found = await listMonitors(deps.db, 'url', { website_id });
  const screenshots = await newestScreenshots(deps.db, 'website_id', website_id);
  const sharedAnswer = await readSharedAnswers(deps, found, now);
  return found.map((one) => ({
    ...urlAnswer(one, screenshots.get(one.monitor.id)),
    ...sharedAnswer(one.monitor),
  }));
}

export interface UrlStoreDeps {
  db: Database;
  secrets: Secrets;
  /** The runs in progress; none when absent. */
  current?: GoingOn;
}

/** @throws RequestError `notFound` when there is no URL with this id */
export async function readUrl(deps: UrlStoreDeps, id: number, now: number): Promise<UrlMonitor> {
  const found = await requireMonitor(deps.db, 'url', id);
  const screenshots = await newestScreenshots(deps.db, 'id', id);
  const sharedAnswer = await readSharedAnswers(deps, [found], now);
  return { ...urlAnswer(found, screenshots.get(id)), ...sharedAnswer(found.monitor) };
}

type Screenshot = NonNullable<UrlMonitor['newest_screenshot']>;

/** By monitor id, of one monitor or of all monitors of a website. */
async function newestScreenshots(
  db: Database,
  column: 'id' | 'website_id',
  value: number,
): Promise<Map<number, Screenshot>> {
  const rows = await db
    .selectFrom('checks')
    .select(['monitor_id', 'checked_at', 'screenshot'])
    .where('screenshot', 'is not', null)
    .where('monitor_id', 'in', (eb) => eb.selectFrom('monitors').select('id').where(column, '=', value))
    .orderBy('checked_at')
    .execute();
  const newest = new Map<number, Screenshot>();
  for (const { monitor_id, checked_at, screenshot } of rows) {
    if (screenshot) newest.set(monitor_id, { path: screenshotPath(screenshot), taken_at: timeOf(checked_at) });
  }
  return newest;
}

const urlAnswer = ({ monitor, last_check }: MonitorWithCheck, newest_screenshot: Screenshot | null = null) => ({
  ...shownSettings(monitor),
  last_check: last_check && urlCheckAnswer(last_check),
  newest_screenshot,
});

function shownSettings(row: MonitorRow): UrlInput {
  const settings = urlSettings(row);
  return { ...settings, url: shownAddress(settings.url, 'settings'), request: maskRequest(settings.request) };
}

/** Secrets stay sealed. */
export function urlSettings(row: MonitorRow): UrlInput {
  const { request, ...options } = readUrlOptions(row.options);
  return {
    url: row.target,
    label: row.name,
    metadata_tag: row.metadata_tag,
    metadata_value: row.metadata_value,
    check_mode: row.check_mode ?? defaults.url.check_mode,
    ...sharedSettings(row),
    ...options,
    request: row.secrets === null ? request : putSecrets(request, sealedSecrets(row)),
  };
}

/** The columns of a URL. The request's secrets have a column of their own. */
function urlColumns(settings: UrlInput) {
  const { url, label, metadata_tag, metadata_value, check_mode, request, ...rest } = settings;
  const { assertions, ip_family, cert_alerts, ...shared } = rest;
  const taken = takeSecrets(request);
  return {
    columns: {
      target: url,
      name: label,
      metadata_tag,
      metadata_value,
      check_mode,
      options: storedText({ assertions, ip_family, cert_alerts, request: taken.request }),
      ...sharedColumns(shared),
    },
    named: taken.secrets,
  };
}

/** Due at once, so that the person who adds it sees its first result. Returns the id, to which its secrets are bound. */
export async function insertUrl(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  { website_id, ...input }: UrlInput & { website_id: number },
  now: number,
): Promise<number> {
  const { columns, named } = urlColumns(input);
  const row = { website_id, kind: 'URL' as const, ...columns, created_at: now, next_due_at: now };
  return insertWithSecrets(trx, secrets, row, named);
}

/**
 * A copy of a URL with its secrets in plain text, by the rule of an edit: no secret goes to a new host.
 * @throws RequestError `notFound` without the source; `invalid`, naming each invalid field
 */
export async function clonedUrl(
  { db, secrets }: UrlStoreDeps,
  input: UrlInput,
  { of, request: given }: NonNullable<UrlCreation['clone']>,
): Promise<UrlInput> {
  const { monitor } = await requireMonitor(db, 'url', of);
  const page = await changedUrl(urlSettings(monitor), { ...input, request: given }, monitor, secrets.opener);
  const { request, isOpen } = await opened(page.request, monitor, secrets.opener);
  if (!isOpen && secretsOf(request).some(({ text }) => isSealed(text)))
    throw new RequestError('invalid', secretMissing);
  return { ...input, url: page.url, request };
}

/**
 * An undefined field keeps its value. `secrets`: seals new secrets; kept ones stay sealed.
 * @throws RequestError `invalid` when the changed URL is not valid
 */
export async function urlEdit(
  row: MonitorRow,
  change: UrlChange,
  trx: Database,
  secrets: Secrets,
): Promise<MonitorEdit> {
  const before = urlSettings(row);
  const after = await changedUrl(before, change, row, () => secrets.opener(trx));
  const { columns, named } = urlColumns(after);
  const sealed = secretsText(await secrets.seal(trx, named, monitorSecrets(row.id, named)));
  return changedColumns({ ...urlColumns(before).columns, secrets: row.secrets }, { ...columns, secrets: sealed });
}
