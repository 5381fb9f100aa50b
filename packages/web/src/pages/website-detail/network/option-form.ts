import type { Command } from '@upvigil/core/contract/commands';
import { type GivenOptions, usualSecurity } from '@upvigil/core/contract/monitor-kinds/kind-options';
import type { OptionField, Security } from '@upvigil/core/contract/monitor-kinds/option-fields';
import {
  type AnyNetworkKind,
  kindOptions,
  type NetworkMonitorType,
  networkMonitorKinds,
} from '@upvigil/core/contract/monitor-kinds/registry';
import type { NetworkMonitor, networkMonitorInput } from '@upvigil/core/contract/network-monitors';
import { type FieldPath, get } from 'react-hook-form';
import type { z } from 'zod';
import type { FormField } from '../../../components/forms/form-field.ts';
import { secretHint } from '../../../components/forms/inputs.tsx';
import { headerRows } from '../advanced/header-rows.ts';

export type MonitorFormInput = z.input<typeof networkMonitorInput>;

/** The form values of the options of all kinds, so that none is lost while the user tries other types. */
export const optionValues = (monitor: NetworkMonitor | null): MonitorFormInput['options'] => ({
  ...Object.fromEntries(
    Object.entries(kindOptions).map(([name, { kind, initial }]) => [name, kind === 'security' ? null : initial]),
  ),
  ...monitor?.options,
});

/** The options of a type among the form values. */
export function optionsOf(type: NetworkMonitorType, options: GivenOptions | null | undefined): GivenOptions {
  const names = Object.keys(networkMonitorKinds[type].options);
  return Object.fromEntries(names.map((name) => [name, options?.[name] ?? null]));
}

/**
 * The members that an edit changes; an option that is no longer set becomes null. Undefined if there are none. A change
 * of the type drops all options, so those that both types have are sent again.
 */
export function changedMembers(before: NetworkMonitor, type: NetworkMonitorType, after: GivenOptions | null) {
  const stored: GivenOptions = before.monitor_type === type ? (before.options ?? {}) : {};
  const changed = Object.entries(optionsOf(type, after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name] ?? null),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The form fields of a type's options. */
export function optionFields(
  values: MonitorFormInput,
  kind: AnyNetworkKind,
  isAdvanced: boolean,
  commands: readonly Command[] = [],
) {
  return Object.entries(kind.options).flatMap(([name, field]) =>
    (field.isAdvanced ?? false) === isAdvanced ? [formField(name, field, values, kind, commands)] : [],
  );
}

function formField(
  option: string,
  field: OptionField,
  values: MonitorFormInput,
  kind: AnyNetworkKind,
  commands: readonly Command[],
): FormField<MonitorFormInput> {
  const name = `options.${option}` as FieldPath<MonitorFormInput>;
  const { label, hint, placeholder } = field;
  const text = { name, label, hint, placeholder, isOptional: true, spellCheck: false };
  switch (field.kind) {
    case 'text':
      return field.isLong ? { kind: 'textarea', ...text, rows: 2 } : { kind: 'text', ...text };
    case 'secret':
      return { kind: 'secret', ...text, hint: secretHint(get(values, name)) ?? hint };
    case 'pem':
      return { kind: 'textarea', ...text, hint: secretHint(get(values, name)) ?? hint, isWide: true };
    case 'lines':
      return { kind: 'lines', ...text, hint: hint ?? 'One per line' };
    case 'flag':
      return { kind: 'checkbox', name, label };
    case 'choice':
      return { kind: 'select', name, label, hint, options: field.choices.map((value) => ({ value, label: value })) };
    case 'command':
      return { kind: 'select', name, label, options: commandChoices(commands, get(values, name)) };
    case 'security':
      return { kind: 'select', name, label, options: securityChoices(kind, values.port ?? null), parse: textOrNull };
    case 'headers':
      return headerRows(name);
  }
}

/** With the command of the monitor, even if the server has it no more. */
const commandChoices = (commands: readonly Command[], chosen: string | null) => [
  ...(commands.some(({ name }) => name === chosen)
    ? []
    : [{ value: chosen ?? '', label: chosen || 'Choose a command' }]),
  ...commands.map(({ name, title }) => ({ value: name, label: title })),
];

const textOrNull = (text: unknown) => text || null;

const securityLabels: Record<Security, string> = { none: 'None', starttls: 'STARTTLS', tls: 'TLS' };

const securityChoices = (kind: AnyNetworkKind, port: number | null) => [
  { value: '', label: `Usual for the port: ${securityLabels[usualSecurity(kind, port)]}` },
  ...(kind.securities ?? []).map((value) => ({ value, label: securityLabels[value] })),
];
