import { nothingKept, staysSecret } from '../check-options/change-request.ts';
import { certificateProblems } from '../check-options/request-problems.ts';
import type { SecretPlace } from '../check-options/request-secrets.ts';
import type { FieldError } from '../errors.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import type { OptionProblem } from './kind.ts';
import { type GivenOptions, optionsWithDefaults } from './kind-options.ts';
import type { OptionField, OptionFields, OptionHeader } from './option-fields.ts';
import { mapOptionSecrets, maskOptions, optionSecrets } from './option-secrets.ts';
import type { AnyNetworkKind, NetworkMonitorType } from './registry.ts';
import { networkMonitorKinds } from './registry.ts';

/** The parts of a network monitor to which its options belong. */
interface Place {
  monitor_type: NetworkMonitorType;
  host: string;
  port: number | null;
}

interface ChangedOptions {
  /** Only options that are set; null if there are none. */
  options: GivenOptions | null;
  problems: readonly FieldError[];
}

/**
 * Applies a change to the options of a network monitor and validates the result. A member that is null gets its
 * default; an absent one stays, unless the kind changes. Secrets may be in plain text or encrypted: they are moved, not
 * read. A masked or absent secret stays only if the target stays.
 * @param before null for a new monitor
 */
export function changeOptions(
  before: (Place & { options: GivenOptions | null }) | null,
  after: Place,
  change: GivenOptions | null | undefined,
): ChangedOptions {
  const kind: AnyNetworkKind = networkMonitorKinds[after.monitor_type];
  const stored = before && before.monitor_type === after.monitor_type ? (before.options ?? {}) : {};
  const merged = change === null ? {} : { ...maskOptions(kind.options, stored), ...change };
  const foreign = Object.keys(merged).filter((name) => merged[name] != null && !Object.hasOwn(kind.options, name));
  if (foreign.length > 0) {
    return { options: null, problems: foreign.map((name) => ({ field: `options.${name}`, message: notOf(kind) })) };
  }
  const set = Object.fromEntries(Object.entries(merged).filter(([name, value]) => isSet(kind.options[name], value)));
  const { options, kept, problems } = withStoredSecrets(kind, set, stored);
  const isMoved = before !== null && targetOf(before, stored) !== targetOf(after, options);
  const further = [
    ...(isMoved ? kept.map(({ field }) => ({ field, message: movedSecret })) : []),
    ...problemsTogether(kind, after.port, options),
  ];
  const named = new Set(problems.map(({ field }) => field));
  return {
    options: Object.keys(options).length === 0 ? null : options,
    problems: [...problems, ...further.filter(({ field }) => !named.has(field))],
  };
}

/** The options of a copy: as `changeOptions`, but an absent option gets its default. */
export function cloneOptions(
  source: Place & { options: GivenOptions | null },
  copy: Place,
  given: GivenOptions | null,
) {
  const names = Object.keys(networkMonitorKinds[copy.monitor_type].options);
  return changeOptions(source, copy, { ...Object.fromEntries(names.map((name) => [name, null])), ...given });
}

const movedSecret =
  'Enter this secret again: the type, host, port or TLS settings changed, and no stored secret goes to a new place';
const notOf = ({ label }: AnyNetworkKind): string => `A monitor of type ${label} has no such option`;

/** Empty texts and lists, and defaults that do not depend on the port, are not stored. */
function isSet(field: OptionField | undefined, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (field?.kind === 'security') return true;
  return JSON.stringify(value) !== JSON.stringify(field?.initial);
}

function withStoredSecrets({ options: fields }: AnyNetworkKind, options: GivenOptions, stored: GivenOptions) {
  const storedTexts = new Map(optionSecrets(fields, stored).map(({ name, text }) => [name, text]));
  const kept: SecretPlace[] = [];
  const problems = masksInTheOpen(fields, options);
  const filled = mapOptionSecrets(fields, options, (text, place) => {
    if (text !== maskedSecret) return text;
    const old = storedTexts.get(place.name);
    if (old === undefined) problems.push({ field: place.field, message: nothingKept });
    else kept.push(place);
    return old ?? '';
  });
  return { options: filled, kept, problems };
}

/** A secret header cannot be read by making it open. */
function masksInTheOpen(fields: OptionFields, options: GivenOptions): FieldError[] {
  return Object.entries(options).flatMap(([name, value]) =>
    fields[name]?.kind === 'headers'
      ? (value as OptionHeader[]).flatMap((header, index) =>
          header.value === maskedSecret && !header.secret
            ? [{ field: `options.${name}.${index}.value`, message: staysSecret }]
            : [],
        )
      : [],
  );
}

/** What decides where a secret is sent, and who may read it. */
function targetOf({ monitor_type, host, port }: Place, options: GivenOptions): string {
  const { security, tls_verify, ca, server_name } = optionsWithDefaults(
    networkMonitorKinds[monitor_type],
    port,
    options,
  );
  return JSON.stringify([monitor_type, host, port, security, tls_verify, ca, server_name]);
}

/** Problems of options that are valid alone but not together. */
function problemsTogether(kind: AnyNetworkKind, port: number | null, given: GivenOptions): FieldError[] {
  const options = optionsWithDefaults(kind, port, given);
  const { security } = options;
  const textOf = (name: string): string => String(options[name] ?? '');
  const { securities = [] } = kind;
  const found: OptionProblem[] = [];
  if (security !== undefined && !securities.some((valid) => valid === security)) {
    found.push({ option: 'security', message: inputMessages.choice('Security', securities) });
  }
  found.push(
    ...certificateProblems({ client_certificate: textOf('client_certificate'), client_key: textOf('client_key') }).map(
      ([option, message]) => ({ option, message }),
    ),
  );
  const problem = kind.problem?.(options) ?? null;
  if (problem) found.push(problem);
  return found.map(({ option, message }) => ({ field: `options.${option}`, message }));
}
