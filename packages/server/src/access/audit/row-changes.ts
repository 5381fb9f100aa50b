import type { AuditChange } from '@upvigil/core/contract/audit';
import {
  isSecretName,
  maskedSecret,
  withoutSecretMembers,
  withoutSecretParameters,
} from '@upvigil/core/contract/secrets/secret-names';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { limits } from '@upvigil/core/limits';
import { isSealed } from '../../base/sealed-text.ts';
import { timeOf } from '../../storage/wire-format.ts';

/** Null: there is no row. */
export type AuditedRow = Readonly<Record<string, unknown>> | null;

/** Columns that change by themselves or with every change, or mean nothing to people. */
const ignoredColumns = new Set([
  ...['user_id', 'credential_id', 'public_key', 'counter', 'transports'],
  ...['id', 'created_at', 'updated_at', 'deleted_at', 'revision', 'token_hash', 'last_used_at', 'last_used_ip'],
  ...['password_hash', 'invitation_hash', 'invitation_expires_at', 'last_seen_at', 'maker_id'],
  ...['website_created_at', 'views'],
  ...['is_up', 'last_check_id', 'last_check_time', 'recent_checks', 'last_fault', 'outage_began_at', 'next_due_at'],
  ...['outage_streak', 'slow_streak', 'metadata_streak', 'outage_alert_id', 'slow_alert_id', 'metadata_alert_id'],
  ...['automatic_website_id', 'keeps_impact', 'is_general'],
  ...['lease_owner', 'lease_until', 'key', 'start_key', 'last_sent_at', 'next_at', 'last_error'],
]);
/** Columns whose API name differs (docs/decisions/002-wire-names-everywhere.md). */
const wireNames: Readonly<Record<string, string>> = {
  timeout_seconds: 'timeout',
  check_interval_seconds: 'check_interval',
  response_time_threshold_seconds: 'response_time_threshold',
};
/** Columns that store booleans as 0 and 1. */
const flags = new Set(['enabled', 'public']);
/** JSON columns whose fields are named like columns. */
const containers = new Set(['value', 'content', 'options']);
/** Columns and fields that hold secrets or addresses that grant access. */
const secretHolders = /(^|[._])(secrets?|webhook_url|heartbeat_url)($|\.)/;

/** The fields whose value changed. Secrets are masked on both sides. */
export function changesBetween(before: AuditedRow, after: AuditedRow): AuditChange[] {
  const old = valuesOf(before);
  const next = valuesOf(after);
  const fields = [...new Set([...old.keys(), ...next.keys()])];
  const row = after ?? before ?? {};
  return fields
    .filter((field) => old.get(field)?.raw !== next.get(field)?.raw)
    .filter((field) => !(field === 'kind' && row.kind === 'URL'))
    .slice(0, limits.auditChanges)
    .map((field) => ({
      field: cut(wireName(field, row)),
      before: old.get(field)?.shown ?? null,
      after: next.get(field)?.shown ?? null,
    }));
}

/** The field's API name. A secret has its own column, and its place inside the options on the wire. */
function wireName(field: string, row: Readonly<Record<string, unknown>>): string {
  const isMonitor = 'target' in row;
  if (isMonitor && field === 'target') return row.kind === 'URL' ? 'url' : 'host';
  if (isMonitor && field === 'name' && row.kind === 'URL') return 'label';
  if (isMonitor && field === 'kind') return 'monitor_type';
  return wireNames[field] ?? field.replace(/^secrets\./, isMonitor ? placeOfSecrets(row.kind) : 'config.');
}

function placeOfSecrets(kind: unknown): string {
  if (kind === 'HEARTBEAT') return '';
  return kind === 'URL' ? 'request.' : 'options.';
}

interface Value {
  raw: string;
  shown: string;
}

/** Values by path, such as 'request.auth.type'. Null and empty text are left out. */
const valuesOf = (row: AuditedRow): Map<string, Value> => new Map(row === null ? [] : fieldsOf(row, null, false));

/** @param path null for the columns of a row */
function fieldsOf(holder: object, path: string | null, isSecret: boolean): [string, Value][] {
  return Object.entries(holder).flatMap(([name, stored]): [string, Value][] => {
    const value: unknown = typeof stored === 'string' ? openJson(stored) : stored;
    if (ignoredColumns.has(name) || value === null || value === undefined || value === '') return [];
    const place = path ? `${path}.${name}` : name;
    const isHidden = isSecret || secretHolders.test(place) || isNamedSecret(holder, name);
    if (typeof value !== 'object') return [[place, shownAs(asText(name, value), isHidden || isSecretName(name))]];
    return fieldsOf(value, path === null && containers.has(name) ? '' : place, isHidden);
  });
}

/** The last millisecond of a JavaScript date (ECMA-262, 21.4.1.1). */
const lastTime = 8_640_000_000_000_000;

/**
 * Formats time columns, stored in milliseconds, for people. Other values stay as they are: an event never fails a
 * change.
 */
function asText(name: string, value: unknown): string {
  if (flags.has(name)) return String(value === 1 || value === true);
  const isTime = typeof value === 'number' && /(^|_)(at|until)$/.test(name) && Math.abs(value) <= lastTime;
  return isTime ? timeOf(value) : String(value);
}

const shownAs = (raw: string, isSecret: boolean): Value => ({
  raw,
  shown: isSecret || isSealed(raw) ? maskedSecret : cut(withoutSecrets(raw)),
});

/** A header or a parameter: `{name: 'Authorization', value}`. */
const isNamedSecret = (holder: object, field: string): boolean =>
  field === 'value' && 'name' in holder && typeof holder.name === 'string' && isSecretName(holder.name);

const withoutSecrets = (text: string): string =>
  /^\s*[a-z][a-z\d+.-]*:\S+$/i.test(text)
    ? shownAddress(text, 'settings')
    : withoutSecretParameters(withoutSecretMembers(text));

const cut = (text: string): string => [...text].slice(0, limits.auditText).join('').slice(0, limits.auditText);

/** Text nested deeper is shown as text, because walking it would overflow the stack. */
const deepestJson = 50;

/** The parsed JSON of a column; the text itself when it is no JSON. */
function openJson(text: string): unknown {
  if (!/^[[{"]/.test(text) || depthOfJson(text) > deepestJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Nesting depth of the brackets outside strings. */
function depthOfJson(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
