import type * as z from 'zod';
import type { BuiltInChannel } from '../names/channels.ts';
import { email } from './email.ts';
import type { SettingFields } from './kind.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';

/** The built-in channels: those with fields in the notification settings or with a tab of their own. */
export const builtInKinds = {
  [email.name]: email,
  [sms.name]: sms,
  [slack.name]: slack,
} as const satisfies Record<BuiltInChannel, unknown>;

type Kind = (typeof builtInKinds)[BuiltInChannel];
/** Intersection of the members of a union. */
type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type ChannelFields = AllOf<ReturnType<Kind['settings']>>;
type ChannelSettings = { [Field in keyof ChannelFields]: z.output<ChannelFields[Field]> };

const kinds: readonly Kind[] = Object.values(builtInKinds);

export const channelFields = (fields: SettingFields): ChannelFields =>
  Object.assign({}, ...kinds.map((kind) => kind.settings(fields)));

export const initialChannelSettings: ChannelSettings = Object.assign({}, ...kinds.map(({ initial }) => initial));

export const channelSecrets: readonly Kind['secrets'][number][] = kinds.flatMap(({ secrets }) => secrets);

/** Switches and recipient lists of the channels that have them. */
export const recipientSettings = kinds.flatMap(({ recipients }) => recipients ?? []);
