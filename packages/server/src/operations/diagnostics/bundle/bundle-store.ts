import { channelSecrets } from '@upvigil/core/contract/channel-kinds/built-in';
import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { addressSecrets } from '@upvigil/core/contract/secrets/shown-address';
import { splitList } from '@upvigil/core/contract/settings';
import { slackSecretFields } from '@upvigil/core/contract/slack';
import type { OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readBranding } from '../../../storage/settings/branding-store.ts';
import { listChannels, ownChannelOf } from '../../../storage/settings/channel-store.ts';
import { maskSecrets } from '../../../storage/settings/masked-secrets.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { readSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import { readWebsiteNames } from '../diagnostics-store.ts';
import { hostOf, type KnownName } from './name-finder.ts';

/** A bundle's data from the database, and the names to mask in it. */
export interface StoredForBundle {
  /** Without secrets. */
  settings: { notifications: object; slack: object[]; branding: object };
  counts: object;
  secrets: string[];
  names: KnownName[];
}

export async function readForBundle(db: Database): Promise<StoredForBundle> {
  const websites = await readWebsiteNames(db);
  const notifications = await readNotificationSettings(db);
  const slack = await readSlackSettings(db, [...websites.keys()]);
  const { brand_type, brand_text } = await readBranding(db);
  const monitors = await db.selectFrom('monitors').select(['name', 'target', 'kind']).execute();
  const channels = await readKnownChannels(db);
  const names: KnownName[] = [
    ...channels.names,
    ...[...websites.values(), brand_text ?? ''].map((text) => ({ kind: 'name' as const, text })),
    ...monitors.flatMap(({ name, target, kind }) => [
      { kind: 'name' as const, text: name ?? '' },
      ...(kind === 'URL' ? hostOf(target) : [{ kind: 'host' as const, text: target }]),
    ]),
    ...splitList(notifications.email_list).map((text) => ({ kind: 'email' as const, text })),
    ...splitList(notifications.phone_list).map((text) => ({ kind: 'phone' as const, text })),
    { kind: 'host', text: notifications.smtp_host },
    ...[notifications.smtp_username, notifications.sendsms_username].map((text) => ({ kind: 'name' as const, text })),
    ...[...slack.values()].flatMap(({ channel_name, channel_id, mention_users, app_id, client_id }) =>
      [channel_name, channel_id, app_id, client_id, ...splitList(mention_users)].map((text) => ({
        kind: 'name' as const,
        text,
      })),
    ),
  ];
  const slackSecrets = [...slack.values()].flatMap((each) => slackSecretFields.map((field) => each[field]));
  const webhooks = [...slack.values()].flatMap(({ webhook_url }) => [webhook_url, ...longParts(webhook_url)]);
  return {
    settings: {
      notifications: maskSecrets(notifications, channelSecrets),
      slack: [...slack].map(([website_id, each]) => ({
        website_id,
        ...maskSecrets(each, [...slackSecretFields, 'webhook_url']),
      })),
      branding: { brand_type, brand_text },
    },
    counts: await readCounts(db),
    secrets: [
      ...channelSecrets.map((field) => notifications[field]),
      ...slackSecrets,
      ...webhooks,
      ...channels.secrets,
      ...monitors.flatMap(({ kind, target }) => (kind === 'URL' ? addressSecrets(target) : [])),
    ],
    names,
  };
}

/** Parts of a webhook address that grant access: knowing the path lets anybody post to it. */
const longParts = (address: string): string[] => address.split(/[/?&=#]/).filter((part) => /^[\w-]{8,}$/.test(part));

/** Highest ids stand for tables that are too large to count while checks wait. */
async function readCounts(db: Database): Promise<object> {
  const highest = async (table: 'checks' | 'alerts' | 'deliveries'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  };
  const monitors = await db
    .selectFrom('monitors')
    .select(({ fn }) => ['kind', 'enabled', 'is_up', fn.countAll<number>().as('count')])
    .groupBy(['kind', 'enabled', 'is_up'])
    .execute();
  const pending = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['channel', fn.countAll<number>().as('count')])
    .where('status', '=', 'pending')
    .groupBy('channel')
    .execute();
  const websites = await db
    .selectFrom('websites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return {
    websites: Number(websites?.count ?? 0),
    monitors: monitors.map(({ count, ...group }) => ({ ...group, count: Number(count) })),
    pending_deliveries: pending.map(({ channel, count }) => ({ channel, count: Number(count) })),
    highest_ids: {
      checks: await highest('checks'),
      alerts: await highest('alerts'),
      deliveries: await highest('deliveries'),
    },
  };
}

/** Texts of added channels to mask: names, recipients, addresses and secrets. */
async function readKnownChannels(db: Database): Promise<{ names: KnownName[]; secrets: string[] }> {
  const channels = (await listChannels(db)).map(ownChannelOf);
  return {
    names: channels.flatMap(namesOf),
    // Without a key, secrets are stored in plain text.
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
    // The values of a choice are Upvigil's own words.
    if (type === 'choice') return [];
    const texts = textsOf(config[field]);
    return type === 'address' ? texts.flatMap(hostOf) : texts.map((text) => ({ kind: kindOf(text), text }));
  }),
];

const textsOf = (value: AnyConfig[string] | undefined): string[] =>
  [value ?? []].flat().filter((text) => typeof text === 'string' && text !== '') as string[];

const kindOf = (text: string): KnownName['kind'] =>
  text.includes('@') ? 'email' : /^\+?\d{5,}$/.test(text) ? 'phone' : 'name';
