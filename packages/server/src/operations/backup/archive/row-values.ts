import type { AnyConfig, ConfigFields } from '@upvigil/core/contract/channel-kinds/config-fields';
import { configSchema } from '@upvigil/core/contract/channel-kinds/config-schema';
import { putConfigSecrets, takeConfigSecrets } from '@upvigil/core/contract/channel-kinds/config-secrets';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { secretsOf } from '@upvigil/core/contract/check-options/request-secrets';
import { readUrlOptions, storedUrlOptions } from '@upvigil/core/contract/check-options/stored-options';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { inputMessages } from '@upvigil/core/contract/fields/input-messages';
import { storedHeartbeatOptions } from '@upvigil/core/contract/heartbeats';
import { changeOptions } from '@upvigil/core/contract/monitor-kinds/change-options';
import { optionSecrets, putOptionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { readNetworkOptions, storedNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import { portProblem } from '@upvigil/core/contract/network-monitors';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { limits } from '@upvigil/core/limits';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { brandingKey, brandSchema, logoKey, logoSchema } from '../../../storage/settings/branding-store.ts';
import { generalSettings } from '../../../storage/settings/general-settings-store.ts';
import {
  notificationSettingsKey,
  storedNotificationSettings,
} from '../../../storage/settings/notification-settings-store.ts';
import { publicPagesSettings } from '../../../storage/settings/public-pages-store.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import { incidentTemplates } from '../../../storage/settings/templates/incident-templates-store.ts';
import { archivedSecrets, problemOfJson } from '../../../storage/tables/columns.ts';
import type { ChannelRow, DeliveryRow, MonitorRow, RollupRow, Tables } from '../../../storage/tables.ts';
import { installationKeys } from '../installation-keys.ts';

/** The fault of a row whose single values are valid: the column and the reason. */
export type RowProblem = { column: string; message: string } | null;

const webAddress = /^https?:$/;
const hostCharacters = /^[\p{Letter}\p{Mark}\p{Number}_.:%-]+$/u;

/**
 * Validates a monitor by its kind. Accepts every target that any version accepted, even if today's form refuses it:
 * such installations must be restorable.
 */
function monitorProblem(row: MonitorRow): RowProblem {
  if (row.kind === 'HEARTBEAT') return heartbeatProblem(row);
  const isPage = row.kind === 'URL';
  const { min, max } = isPage ? limits.urlTimeoutSeconds : limits.networkTimeoutSeconds;
  if (row.timeout_seconds < min || row.timeout_seconds > max) {
    return { column: 'timeout_seconds', message: inputMessages.between('Timeout', min, max, 'seconds') };
  }
  if (isPage && !isWebAddress(row.target)) return { column: 'target', message: inputMessages.httpUrl.none('URL') };
  if (!isPage && !hostCharacters.test(row.target)) return { column: 'target', message: inputMessages.host('Host') };
  const kind = row.kind as NetworkMonitorType;
  const withoutPort = isPage ? null : portProblem({ monitor_type: kind, port: row.port });
  if (withoutPort !== null) return { column: 'port', message: withoutPort };
  return optionsProblem(row);
}

function heartbeatProblem({ options }: MonitorRow): RowProblem {
  const message = problemOfJson(options ?? '', storedHeartbeatOptions);
  return message === null ? null : { column: 'options', message };
}

/** Options must fit the schema that reads them. A secret among them would be readable in the database. */
function optionsProblem(row: MonitorRow): RowProblem {
  const { kind, options, secrets } = row;
  const schema = kind === 'URL' ? storedUrlOptions : storedNetworkOptions;
  const message = options === null ? null : problemOfJson(options, schema);
  if (message !== null) return { column: 'options', message };
  if (options === null) return secrets === null ? null : { column: 'secrets', message: 'belong to no options' };
  if (kind === 'URL') return unsealedProblem(secretsOf(readUrlOptions(options).request));
  return kindOptionsProblem(kind as NetworkMonitorType, row);
}

const unsealedProblem = (secrets: readonly { text: string }[]): RowProblem =>
  secrets.some(({ text }) => text !== '') ? { column: 'options', message: 'hold a secret that is not sealed' } : null;

/** Options of another kind, or that are not valid together, would make every later edit of the monitor fail. */
function kindOptionsProblem(
  kind: NetworkMonitorType,
  { target: host, port, options, secrets }: MonitorRow,
): RowProblem {
  const { options: fields } = networkMonitorKinds[kind];
  const stored = readNetworkOptions(options).options ?? {};
  const unsealed = unsealedProblem(optionSecrets(fields, stored));
  if (unsealed !== null) return unsealed;
  const masks = Object.fromEntries(placesOf(secrets).map((place) => [place, maskedSecret]));
  const place = { monitor_type: kind, host, port };
  const before = { ...place, options: putOptionSecrets(fields, stored, masks) };
  const [problem] = changeOptions(before, place, undefined).problems;
  return problem ? { column: 'options', message: `${problem.field}: ${problem.message}` } : null;
}

const isWebAddress = (text: string): boolean => canParseUrl(text) && webAddress.test(new URL(text).protocol);

function rollupProblem(row: RollupRow): RowProblem {
  const { checks, failures, slow, maintenance_checks, maintenance_failures } = row;
  if (failures > checks) return { column: 'failures', message: 'more than there were checks' };
  if (maintenance_checks > checks) return { column: 'maintenance_checks', message: 'more than there were checks' };
  if (maintenance_failures > Math.min(failures, maintenance_checks)) {
    return { column: 'maintenance_failures', message: 'more than there were failures' };
  }
  return slow > checks ? { column: 'slow', message: 'more than there were checks' } : null;
}

/** A pending delivery without a time would never be sent. */
const deliveryProblem = ({ status, next_attempt_at }: Pick<DeliveryRow, 'status' | 'next_attempt_at'>): RowProblem =>
  status === 'pending' && next_attempt_at === null
    ? { column: 'next_attempt_at', message: 'a pending delivery needs one' }
    : null;

/** The settings without secrets must fit the schema of their kind, with a mask for each sealed secret. */
function channelProblem({ kind, config, secrets }: ChannelRow): RowProblem {
  const { fields } = channelConfigs[kind];
  const message = problemOfJson(config, storedShape(fields));
  if (message !== null) return { column: 'config', message };
  const bare = JSON.parse(config) as AnyConfig;
  if (Object.keys(takeConfigSecrets(fields, bare).secrets).length > 0) {
    return { column: 'config', message: 'holds a secret that is not sealed' };
  }
  const masks = placesOf(secrets).map((place) => [place, maskedSecret]);
  const whole = putConfigSecrets(fields, bare, Object.fromEntries(masks));
  const issue = configSchema(fields).safeParse(whole).error?.issues[0];
  return issue ? { column: 'config', message: `${issue.path.join('.')}: ${issue.message}` } : null;
}

const storedHeaders = z.array(z.object({ name: z.string(), value: z.string() })).optional();

/** The minimal shape of stored settings, checked before the schema of their kind. */
const storedShape = (fields: ConfigFields): z.ZodType =>
  z.looseObject(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { type }]) => (type === 'headers' ? [[name, storedHeaders]] : [])),
    ),
  );

/** Empty when the column itself is refused. */
const placesOf = (secrets: string | null): string[] =>
  secrets === null || problemOfJson(secrets, archivedSecrets) !== null ? [] : Object.keys(JSON.parse(secrets));

/** The schemas with which stores read settings. Unknown settings are kept: nothing reads them. */
const settingSchemas: Readonly<Record<string, z.ZodType>> = {
  [notificationSettingsKey]: storedNotificationSettings,
  [brandingKey]: brandSchema,
  [logoKey]: logoSchema,
  [publicPagesSettings.key]: publicPagesSettings.schema,
  [generalSettings.key]: generalSettings.schema,
  [routingSettings.key]: routingSettings.schema,
  [incidentTemplates.key]: incidentTemplates.schema,
};

function settingProblem({ key, value }: Selectable<Tables['settings']>): RowProblem {
  if (installationKeys.has(key)) {
    return { column: 'key', message: 'belongs to the installation, and no backup holds it' };
  }
  const schema = Object.hasOwn(settingSchemas, key) ? settingSchemas[key] : undefined;
  const message = problemOfJson(value, schema ?? z.unknown());
  return message === null ? null : { column: 'value', message: `${key}: ${message}` };
}

/** Conditions between the columns of a row, by table. */
export const rowProblems: { readonly [Name in keyof Tables]?: (row: Selectable<Tables[Name]>) => RowProblem } = {
  monitors: monitorProblem,
  rollups_quarter_hourly: rollupProblem,
  rollups_hourly: rollupProblem,
  rollups_daily: rollupProblem,
  deliveries: deliveryProblem,
  channels: channelProblem,
  messages: deliveryProblem,
  settings: settingProblem,
};
