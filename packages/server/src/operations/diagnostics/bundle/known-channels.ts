import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { addressSecrets } from '@upvigil/core/contract/secrets/shown-address';
import type { OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { listChannels, ownChannelOf } from '../../../storage/settings/channel-store.ts';
import { hostOf, type KnownName } from './name-finder.ts';

/** Texts of added channels to mask: their names, recipients, addresses and secrets. */
export async function readKnownChannels(db: Database): Promise<{ names: KnownName[]; secrets: string[] }> {
  const channels = (await listChannels(db)).map(ownChannelOf);
  return {
    names: channels.flatMap(namesOf),
    // Without a key they are stored as they are.
    secrets: channels.flatMap(({ kind, config, secrets }) => [
      ...Object.values(secrets),
      ...Object.entries(channelConfigs[kind].fields).flatMap(([field, { type }]) =>
        type === 'address' ? textsOf(config[field]).flatMap(addressSecrets) : [],
      ),
    ]),
  };
}

const namesOf = ({ kind, name, config }: OwnChannel): KnownName[] => [
  { kind: 'name', text: name },
  ...Object.entries(channelConfigs[kind].fields).flatMap(([field, { type }]): KnownName[] => {
    // A choice is one of our own words.
    if (type === 'choice') return [];
    const texts = textsOf(config[field]);
    return type === 'address' ? texts.flatMap(hostOf) : texts.map((text) => ({ kind: kindOf(text), text }));
  }),
];

const textsOf = (value: AnyConfig[string] | undefined): string[] =>
  [value ?? []].flat().filter((text) => typeof text === 'string' && text !== '') as string[];

const kindOf = (text: string): KnownName['kind'] =>
  text.includes('@') ? 'email' : /^\+?\d{5,}$/.test(text) ? 'phone' : 'name';
