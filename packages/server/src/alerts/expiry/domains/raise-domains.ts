import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { ExpiryCircumstances } from '../../decide/raise-expiry.ts';
import { type ConcernedMonitor, domainName } from '../expiry-sentences.ts';
import { dueOfDomain, newNotices } from '../notices.ts';
import { type Ending, type EndingVerdict, raiseEndings } from '../raise-endings.ts';
import type { KnownDomain } from './domain-store.ts';

/** Decides about a domain; null: nothing to do. `days`: the thresholds. */
function evaluateDomain({ expires_at, told }: KnownDomain, days: readonly number[], now: number): EndingVerdict | null {
  if (expires_at === null) return null;
  const due = dueOfDomain(expires_at, days, now);
  if (due.length === 0) return told === null ? null : { what: 'over', told: null };
  const notices = newNotices(due, told);
  return notices.length === 0 ? null : { what: 'expires', notices, end: expires_at };
}

export function raiseDomains(
  db: Database,
  domains: readonly KnownDomain[],
  monitorsOf: ReadonlyMap<string, ConcernedMonitor[]>,
  days: readonly number[],
  circumstances: ExpiryCircumstances,
  changes: Pick<ChangeFeed, 'publish'>,
): Promise<void> {
  const endings = domains.flatMap((domain): Ending[] => {
    const verdict = evaluateDomain(domain, days, circumstances.now);
    const monitors = monitorsOf.get(domain.name) ?? [];
    if (verdict === null || monitors.length === 0) return [];
    const nameOf: Ending['nameOf'] = (concerned) => domainName(domain.name, concerned);
    return [{ subject: 'domain', key: domain.name, row: domain, verdict, monitors, nameOf }];
  });
  return raiseEndings(db, endings, circumstances, changes);
}
