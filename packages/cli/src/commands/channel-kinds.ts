import type { ChannelConfigKind, ConfigField } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelNames, type DeliveryChannel, deliveryChannels } from '@upvigil/core/contract/names/channels';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { optionalChoiceArgument } from '../options/inputs.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';

/** All kinds except those that only a browser can set up. */
export const addedKinds = deliveryChannels.filter(
  (kind): kind is Exclude<DeliveryChannel, 'web_push'> => kind !== 'web_push',
);

interface Kind {
  kind: DeliveryChannel;
  name: string;
  about: string;
  documentation: string;
}

interface Field {
  name: string;
  label: string;
  type: string;
  needed: boolean;
  /** Encrypted when stored, and never shown again. */
  secret: boolean;
  hint: string;
}

const kindColumns: readonly Column<Kind>[] = [
  { header: 'KIND', text: ({ kind }) => kind },
  { header: 'NAME', text: ({ name }) => name, dropOrder: 1 },
  { header: 'ABOUT', text: ({ about }) => about, shrinkTo: 20 },
];

const fieldColumns: readonly Column<Field>[] = [
  { header: 'FIELD', text: ({ name }) => name },
  { header: 'NEEDED', text: ({ needed }) => (needed ? 'yes' : 'no') },
  { header: 'TYPE', text: ({ type }) => type, shrinkTo: 16 },
  { header: 'ABOUT', text: ({ label, hint }) => [label, hint].filter(Boolean).join(': '), shrinkTo: 16 },
];

export const channelKinds = defineCommand({
  path: ['channel', 'kinds'],
  summary: 'list the kinds of channels, or the settings of one',
  description:
    'Lists the kinds of channels that upvigil channel add can add, or the settings of one kind: the fields of its JSON object. Needs no server.',
  examples: {
    'upvigil channel kinds': 'All kinds, and what to prepare at the provider',
    'upvigil channel kinds telegram': 'The settings of one kind',
    '@reboot upvigil channel kinds ntfy --json >/etc/upvigil/ntfy-fields.json':
      "In a crontab: keep this version's list of fields",
  },
  arguments: { kind: optionalChoiceArgument('[kind]', 'kind of a channel', addedKinds) },
  json: 'the array of kinds; for one kind its about, documentation and fields',
  async run(context, { kind }) {
    const { channelConfigs } = await import('@upvigil/core/contract/channel-kinds/registry');
    const about = (each: DeliveryChannel): Kind => {
      const { about: text, documentation } = channelConfigs[each];
      return { kind: each, name: channelNames[each], about: text, documentation };
    };
    if (kind === null) {
      const rows = addedKinds.map(about);
      await showList(context, { columns: kindColumns, rows, json: rows, empty: '' });
      return exitCodes.done;
    }
    const { terminal, form } = context;
    const described = about(kind);
    const rows = fieldsOf(channelConfigs[kind]);
    if (form === 'terminal') await printAbout(context, described);
    await showList(context, { columns: fieldColumns, rows, json: { ...described, fields: rows }, empty: '' });
    if (form === 'terminal') terminal.print(`\n${exampleOf(channelConfigs[kind])}`);
  },
});

async function printAbout(
  { terminal }: Parameters<typeof showList>[0],
  { name, about, documentation }: Kind,
): Promise<void> {
  const { wrapWords } = await import('../output/break-text.ts');
  for (const text of wrapWords(`${name}: ${about}`, terminal.width())) terminal.print(text);
  terminal.print(`${documentation}\n`);
}

const fieldsOf = ({ fields }: ChannelConfigKind): Field[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    label: field.label,
    type: typeText(field),
    needed: isNeeded(field),
    secret: field.type === 'secret' || field.type === 'headers' || ('secret' in field && field.secret === true),
    hint: [field.hint, initialOf(field) && `default ${initialOf(field)}`].filter(Boolean).join('; '),
  }));

const initialOf = (field: ConfigField): string => ('initial' in field ? (field.initial ?? '') : '');

/** Choices and addresses of providers have defaults. */
const isNeeded = (field: ConfigField): boolean => !field.optional && field.type !== 'choice';

function typeText(field: ConfigField): string {
  switch (field.type) {
    case 'choice':
      return `one of ${field.choices.map(({ value }) => value).join(', ')}`;
    case 'list':
      return 'list of texts';
    case 'headers':
      return 'list of {name, value}';
    case 'address':
      return field.secret ? 'address, secret' : 'address';
    default:
      return field.type;
  }
}

/** An example of the JSON for stdin, with each required field. */
const exampleOf = ({ fields }: ChannelConfigKind): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        isNeeded(field) ? [[name, field.type === 'list' ? [field.placeholder ?? ''] : (field.placeholder ?? '')]] : [],
      ),
    ),
  );
