import type * as z from 'zod';
import type { BuiltInChannel } from '../names/channels.ts';
import { email } from './email.ts';
import type { SettingFields } from './kind.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';

/** One line for each built-in channel: those with a part of the notification settings or a tab of their own. */
export const builtInKinds = {
  [email.name]: email,
  [sms.name]: sms,
  [slack.name]: slack,
} as const satisfies Record<BuiltInChannel, unknown>;

type Kind = (typeof builtInKinds)[BuiltInChannel];
/** All members of a union at once. */
type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The fields of all channels among the notification settings. */
type ChannelFields = AllOf<ReturnType<Kind['settings']>>;
type ChannelSettings = { [Field in keyof ChannelFields]: z.output<ChannelFields[Field]> };

const kinds: readonly Kind[] = Object.values(builtInKinds);

export const channelFields = (fields: SettingFields): ChannelFields =>
  Object.assign({}, ...kinds.map((kind) => kind.settings(fields)));

export const initialChannelSettings: ChannelSettings = Object.assign({}, ...kinds.map(({ initial }) => initial));

export const channelSecrets: readonly Kind['secrets'][number][] = kinds.flatMap(({ secrets }) => secrets);

/** Switches and lists of recipients, of the channels that have them. */
export const recipientSettings = kinds.flatMap(({ recipients }) => recipients ?? []);
