import {
  type AnyConfig,
  type ConfigField,
  type HeaderValue,
  isSecretField,
} from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { Channel } from '@upvigil/core/contract/channels';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { FormField } from '../../../../components/forms/form-field.ts';
import { secretHint } from '../../../../components/forms/inputs.tsx';

export interface ChannelFormValues {
  kind: DeliveryChannel;
  name: string;
  enabled: boolean;
  add_to_default_policy: boolean;
  config: AnyConfig;
}

const configFields = (kind: DeliveryChannel): [string, ConfigField][] => Object.entries(channelConfigs[kind].fields);

export const valuesOf = (kind: DeliveryChannel, channel: Channel | null): ChannelFormValues => ({
  kind,
  name: channel?.name ?? '',
  enabled: channel?.enabled ?? true,
  add_to_default_policy: channel === null,
  config: Object.fromEntries(
    configFields(kind).map(([name, field]) => [name, channel?.config[name] ?? initialValue(field)]),
  ),
});

function initialValue(field: ConfigField): AnyConfig[string] {
  if (field.type === 'list' || field.type === 'headers') return [];
  return field.type === 'choice' ? field.initial : '';
}

/** Form fields from the description of a channel kind in core. */
export const fieldsOfKind = (kind: DeliveryChannel): FormField<ChannelFormValues>[] =>
  configFields(kind).map(([name, field]) =>
    field.type === 'headers' ? headerRows(name, field) : configInput(name, field),
  );

function configInput(key: string, field: Exclude<ConfigField, { type: 'headers' }>): FormField<ChannelFormValues> {
  const base = {
    name: `config.${key}`,
    label: field.label,
    isOptional: field.optional === true,
    hint: ({ config }: ChannelFormValues) => secretHint(config[key]) ?? field.hint,
    placeholder: field.placeholder,
    spellCheck: false,
  } as const;
  if (isSecretField(field)) return { ...base, kind: 'secret' };
  switch (field.type) {
    case 'choice':
      return { ...base, kind: 'select', options: field.choices };
    case 'list':
      return { ...base, kind: 'lines', hint: field.hint ?? 'One per line' };
    case 'address':
      return { ...base, kind: 'url', placeholder: field.placeholder ?? field.initial };
    default:
      return { ...base, kind: 'text' };
  }
}

/** Names and values of HTTP headers; every value is a secret. */
const headerRows = (key: string, field: ConfigField & { type: 'headers' }): FormField<ChannelFormValues> => ({
  kind: 'rows',
  name: `config.${key}`,
  legend: field.label,
  add: 'Add header',
  most: field.most,
  rowName: 'Header',
  columns: 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]',
  newRow: () => ({ name: '', value: '' }),
  fields: (at, { config }) => {
    const row = (config[key] as HeaderValue[] | undefined)?.[at];
    return [
      { kind: 'text', name: `config.${key}.${at}.name`, label: 'Name', spellCheck: false },
      { kind: 'secret', name: `config.${key}.${at}.value`, label: 'Value', hint: secretHint(row?.value) },
    ];
  },
});
