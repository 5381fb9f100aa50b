import type { NetworkOptions } from '@upvigil/core/contract/check-options/options';
import type { NetworkMonitorInput } from '@upvigil/core/contract/network-monitors';
import type { UrlInput } from '@upvigil/core/contract/urls';
import { storeTags, tagsOf } from '../../base/domain/stored-tags.ts';
import type { MonitorEdit } from '../../checks/monitors/monitor-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { flagOf } from '../../storage/wire-format.ts';

/** The settings that a URL and a network monitor have in common, by API name. Without options, which share a column. */
type SharedSettings = Omit<Pick<UrlInput, keyof UrlInput & keyof NetworkMonitorInput>, keyof NetworkOptions>;

/** The column of each setting. */
interface SharedColumnNames {
  timeout: 'timeout_seconds';
  check_interval: 'check_interval_seconds';
  response_time_threshold: 'response_time_threshold_seconds';
  failure_threshold: 'failure_threshold';
  severity: 'severity';
  enabled: 'enabled';
  parent_id: 'parent_id';
  tags: 'tags';
  recovery_threshold: 'recovery_threshold';
}
type SharedColumns = Pick<MonitorRow, SharedColumnNames[keyof SharedSettings]>;

export const sharedSettings = (row: SharedColumns): SharedSettings => ({
  timeout: row.timeout_seconds,
  check_interval: row.check_interval_seconds,
  response_time_threshold: row.response_time_threshold_seconds,
  failure_threshold: row.failure_threshold,
  severity: row.severity,
  enabled: row.enabled === 1,
  ...commonSettings(row),
});

/** The settings that monitors of all kinds have in common. */
export const commonSettings = (row: Pick<MonitorRow, 'parent_id' | 'tags' | 'recovery_threshold'>) => ({
  parent_id: row.parent_id,
  tags: tagsOf(row.tags),
  recovery_threshold: row.recovery_threshold,
});

/** Takes exactly the shared settings: a family that forgets to map its own does not compile. */
export const sharedColumns = <Given extends SharedSettings>(
  settings: Given & Record<Exclude<keyof Given, keyof SharedSettings>, never>,
): SharedColumns => ({
  timeout_seconds: settings.timeout,
  check_interval_seconds: settings.check_interval,
  response_time_threshold_seconds: settings.response_time_threshold,
  failure_threshold: settings.failure_threshold,
  severity: settings.severity,
  enabled: flagOf(settings.enabled),
  parent_id: settings.parent_id,
  tags: storeTags(settings.tags),
  recovery_threshold: settings.recovery_threshold,
});

/** The settings after a change; an undefined field keeps its value. */
export const withChange = <Settings extends object>(
  settings: Settings,
  change: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

/** The columns that an edit changes. A default that is not stored stays so. */
export function changedColumns(before: MonitorEdit, after: MonitorEdit): MonitorEdit {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([column, value]) => value !== old.get(column)));
}
