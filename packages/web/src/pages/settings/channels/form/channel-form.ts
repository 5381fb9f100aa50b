import type {
  AnyConfig,
  ConfigField,
  ConfigFields,
  HeaderValue,
} from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { Channel, ChannelInput } from '@upvigil/core/contract/channels';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { FieldError } from 'react-hook-form';
import type { ContractForm } from '../../../../components/forms/use-contract-form.ts';

/** What stands in the form. A list is text: one on each line. */
export interface ChannelFormValues {
  kind: DeliveryChannel;
  name: string;
  enabled: boolean;
  add_to_default_policy: boolean;
  config: AnyConfig;
}
export type ChannelForm = ContractForm<ChannelFormValues, ChannelInput>;

export const fieldsOf = (kind: DeliveryChannel): ConfigFields => channelConfigs[kind].fields;

export const valuesOf = (kind: DeliveryChannel, channel: Channel | null): ChannelFormValues => ({
  kind,
  name: channel?.name ?? '',
  enabled: channel?.enabled ?? true,
  add_to_default_policy: channel === null,
  config: Object.fromEntries(
    Object.entries(fieldsOf(kind)).map(([name, field]) => [name, shownValue(field, channel?.config[name])]),
  ),
});

function shownValue(field: ConfigField, stored: AnyConfig[string] | undefined): AnyConfig[string] {
  if (field.type === 'list') return Array.isArray(stored) ? stored.join('\n') : '';
  if (field.type === 'headers') return stored ?? [];
  return stored ?? (field.type === 'choice' ? field.initial : '');
}

/** As it is checked and sent: each list as one. */
export const enteredValues = (values: ChannelFormValues): ChannelFormValues => ({
  ...values,
  config: Object.fromEntries(
    Object.entries(fieldsOf(values.kind)).map(([name, field]) => [name, enteredValue(field, values.config[name])]),
  ),
});

function enteredValue(field: ConfigField, shown: AnyConfig[string] | undefined): AnyConfig[string] {
  if (field.type !== 'list') return shown ?? '';
  const lines = typeof shown === 'string' ? shown.split(/[\n,;]/) : [];
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** The words of a fault: of a list, those of its first part with one. */
export function faultWords(fault: FieldError | undefined): string | undefined {
  if (fault === undefined || fault.message) return fault?.message;
  return Object.values(fault as object).find((part): part is FieldError => Boolean(part?.message))?.message;
}

export const headersIn = (config: AnyConfig, name: string): HeaderValue[] => (config[name] ?? []) as HeaderValue[];
