import type { NoticeKind } from '@upvigil/core/contract/notices';
import { defaults } from '@upvigil/core/defaults';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import { endNotice, openNotice, readOpenNotices } from '../../alerts/notify/notices/notice-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { createHourly, type Hourly } from '../../base/hourly.ts';
import type { Database } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import { listExpiringTokens } from './token-store.ts';

const kind: NoticeKind = 'token_expiring';
const { warnDays } = defaults.apiToken;

/** Notices of a token: 'id/days', one for each threshold. */
const subjectOf = (id: number, days: number): string => `${id}/${days}`;
const subjectsOf = (id: number): string[] => warnDays.map((days) => subjectOf(id, days));

type Expiring = Pick<ApiTokenRow, 'id' | 'name' | 'created_at' | 'expires_at'>;

/** Notices to open and to end. `message` null: another notice replaces it, and nothing is sent. */
interface TokenNotices {
  begin: { subject: string; message: string }[];
  end: { subject: string; message: string | null }[];
}

/** Decides which notices open and end, from the tokens with an expiry and the subjects of the open notices. */
export function evaluateTokens(tokens: readonly Expiring[], open: readonly string[], now: number): TokenNotices {
  const lasting = new Map(tokens.flatMap((token) => due(token, now)));
  const names = new Map(tokens.map(({ id, name }) => [String(id), name]));
  const isReplaced = (subject: string): boolean =>
    [...lasting.keys()].some((each) => each.split('/')[0] === subject.split('/')[0]);
  return {
    begin: [...lasting].flatMap(([subject, message]) => (open.includes(subject) ? [] : [{ subject, message }])),
    end: open.flatMap((subject) => {
      if (lasting.has(subject)) return [];
      const name = names.get(subject.split('/')[0] ?? '');
      const message = name === undefined ? accessMessages.token.gone : accessMessages.token.expired(name);
      return [{ subject, message: isReplaced(subject) ? null : message }];
    }),
  };
}

/** The nearest threshold that has been reached. Ignores thresholds before the token's creation or after its expiry. */
function due({ id, name, created_at, expires_at }: Expiring, now: number): [string, string][] {
  if (expires_at === null || expires_at <= now) return [];
  const isHere = (days: number): boolean => expires_at - now <= days * dayMs && expires_at - created_at > days * dayMs;
  const nearest = Math.min(...warnDays.filter(isHere));
  if (!Number.isFinite(nearest)) return [];
  const days = Math.ceil((expires_at - now) / dayMs);
  return [[subjectOf(id, nearest), accessMessages.token.expiring(name, days)]];
}

/** Ends the notices of a deleted token in the transaction of its deletion. Returns whether there were any. */
export async function endTokenNotices(
  trx: Database,
  { id, name, now }: { id: number; name: string; now: number },
): Promise<boolean> {
  const ended: boolean[] = [];
  for (const subject of subjectsOf(id)) {
    ended.push(await endNotice(trx, { kind, subject, message: accessMessages.token.ended(name), now }));
  }
  return ended.includes(true);
}

interface ExpiringTokensOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'after'>;
  changes: Pick<ChangeFeed, 'publish'>;
  log: { error(fields: object, message: string): void };
}

/** Opens notices of expiring tokens, once an hour. */
export function watchExpiringTokens({ db, clock, changes, log }: ExpiringTokensOptions): Hourly {
  const look = async (): Promise<void> => {
    const now = clock.now();
    const open = (await readOpenNotices(db)).flatMap((one) => (one.kind === kind ? [one.subject] : []));
    const { begin, end } = evaluateTokens(await listExpiringTokens(db), open, now);
    if (begin.length + end.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const { subject, message } of end)
        await endNotice(trx, { kind, subject, now, message: message ?? undefined, isNotified: message !== null });
      for (const one of begin) await openNotice(trx, { kind, ...one, now });
    });
    changes.publish({ has_deliveries: true });
  };
  return createHourly(clock, look, (error) =>
    log.error({ err: error }, 'expiring API tokens could not be read; retrying in an hour'),
  );
}
