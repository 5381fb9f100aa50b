import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { acknowledgeAlerts } from '../../alerts/decide/alert-list-store.ts';
import { confirmDrill, recipientName, recordProof } from '../../alerts/notify/drills/drill-store.ts';
import { findLink, type Link, takeLink } from '../../alerts/notify/link-tokens.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { readOwnChannels } from '../../storage/settings/channel-store.ts';
import type { AlertRow } from '../../storage/tables.ts';
import type { LinkPage } from './page-shell.ts';

/** Limit of alerts listed on a page; a message may name hundreds. */
const mostNamed = 100;

type NamedAlert = Pick<AlertRow, 'id' | 'message' | 'ended_at' | 'acknowledged_at'>;

/** The page of an acknowledge link. Changes nothing. */
export async function showAcknowledgement(db: Database, token: string, now: number): Promise<LinkPage> {
  const link = await findLink(db, 'acknowledge', token, now);
  if (link === null) return null;
  const alerts = await readNamed(db, link);
  const open = alerts.filter(isOpen);
  if (open.length === 0) return { heading: nothingLeft, before: [nothingReason], list: sentences(alerts) };
  return {
    heading: open.length === 1 ? 'Acknowledge an alert' : `Acknowledge ${open.length} alerts`,
    list: sentences(alerts),
    after: ['Upvigil sends no further notification about an acknowledged problem until it ends.'],
    button: 'Acknowledge',
  };
}

/** Acknowledges the alerts of the message, once. */
export async function acknowledgeByLink(db: Database, token: string, now: number): Promise<LinkPage> {
  const done = await db.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'acknowledge', token, now);
    if (link === null) return null;
    const alerts = await readNamed(trx, link);
    const by = `link to ${link.recipient ?? (await channelNameOf(trx, link))}`;
    const ids = alerts.map(({ id }) => id);
    const marked = new Set(await acknowledgeAlerts(trx, ids, { at: now, by, note: null }));
    await recordProof(trx, link.ref, link.recipient, now);
    return { alerts, marked };
  });
  if (done === null) return null;
  const { alerts, marked } = done;
  if (marked.size === 0) return { heading: nothingLeft, before: [nothingReason], list: sentences(alerts) };
  const acknowledged = alerts.filter(({ id }) => marked.has(id)).map(({ message }) => message);
  return { heading: 'Acknowledged', list: cutList(acknowledged), after: ['You may close this page.'] };
}

const nothingLeft = 'Nothing is left to acknowledge';
const nothingReason = 'The problem has ended, or somebody has acknowledged it.';

const isOpen = ({ ended_at, acknowledged_at }: NamedAlert): boolean => ended_at === null && acknowledged_at === null;

function sentences(alerts: readonly NamedAlert[]): string[] {
  return cutList(
    alerts.map(({ message, ended_at, acknowledged_at }) => {
      if (ended_at !== null) return `${message} (ended)`;
      return acknowledged_at === null ? message : `${message} (acknowledged)`;
    }),
  );
}

const cutList = (texts: readonly string[]): string[] =>
  texts.length <= mostNamed ? [...texts] : [...texts.slice(0, mostNamed), `and ${texts.length - mostNamed} more`];

/** The current state of the alerts in the message, without deleted ones. */
async function readNamed(db: Database, { named }: Link): Promise<NamedAlert[]> {
  const madeAt = new Map(named);
  const alerts: NamedAlert[] = [];
  for (const ids of rowChunks(named.map(([id]) => id))) {
    const rows = await db
      .selectFrom('alerts')
      .select(['id', 'message', 'ended_at', 'acknowledged_at', 'created_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    // After a restore an id may belong to another alert.
    alerts.push(...rows.filter(({ id, created_at }) => madeAt.get(id) === created_at));
  }
  return alerts;
}

/** The page of a drill's link. Changes nothing. */
export async function showDrill(db: Database, token: string, now: number): Promise<LinkPage> {
  const link = await findLink(db, 'drill', token, now);
  if (link === null) return null;
  return {
    heading: 'Confirm that a drill arrived',
    before: [`It was sent to ${await addressOf(db, link)}. Nothing is wrong.`],
    button: 'Confirm',
  };
}

/** Confirms a drill, once. */
export async function confirmByLink(db: Database, token: string, now: number): Promise<LinkPage> {
  const link = await db.transaction().execute(async (trx) => {
    const taken = await takeLink(trx, 'drill', token, now);
    const [drill] = taken?.named ?? [];
    return drill && (await confirmDrill(trx, drill, now)) ? taken : null;
  });
  if (link === null) return null;
  return {
    heading: 'Confirmed',
    before: [`Messages reach ${await addressOf(db, link)}. You may close this page.`],
  };
}

const addressOf = async (db: Database, link: Link): Promise<string> =>
  recipientName(await channelNameOf(db, link), link.recipient);

/** The name of the channel that sent the link. */
async function channelNameOf(db: Database, { ref }: Pick<Link, 'ref'>): Promise<string> {
  const builtIn = builtInChannels.find((word) => word === ref);
  if (builtIn) return channelNames[builtIn];
  const id = Number(ref);
  return (await readOwnChannels(db, [id])).get(id)?.name ?? 'a deleted channel';
}
