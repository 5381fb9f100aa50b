import { confirmDrill, placeName } from '../../alerts/notify/drills/drill-store.ts';
import { findLink, type Link, takeLink } from '../../alerts/notify/link-tokens.ts';
import type { Database } from '../../storage/database.ts';
import { channelNameOf } from './link-channel.ts';
import type { LinkPage } from './page-shell.ts';

/** What a drill's link leads to. Changes nothing. */
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
    before: [`Messages are known to reach ${await addressOf(db, link)}. You may close this page.`],
  };
}

const addressOf = async (db: Database, link: Link): Promise<string> =>
  placeName(await channelNameOf(db, link), link.recipient);
