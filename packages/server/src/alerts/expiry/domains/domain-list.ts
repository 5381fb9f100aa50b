import type { Domain } from '@upvigil/core/contract/certificates';
import type { Database } from '../../../storage/database.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { timeOrNull } from '../../../storage/wire-format.ts';
import type { ConcernedMonitor } from '../expiry-sentences.ts';
import { daysLeft, dueOfDomain } from '../notices.ts';
import { domainDays } from '../wanted-days.ts';
import { watchingMonitors } from '../watching-monitors.ts';
import { type KnownDomain, readDomainMonitors, readDomains } from './domain-store.ts';

/** The domains of enabled monitors, the soonest to expire first, those without a date last. */
export async function listDomains(db: Database, now: number): Promise<{ is_enabled: boolean; domains: Domain[] }> {
  const settings = await readNotificationSettings(db);
  if (!settings.domain_check_enabled) return { is_enabled: false, domains: [] };
  const monitors = await readDomainMonitors(db);
  const days = domainDays(settings);
  const domains = (await readDomains(db)).flatMap((domain) => {
    const concerned = monitors.get(domain.name);
    return concerned ? [domainAnswer(domain, concerned, days, now)] : [];
  });
  const end = ({ expires_at }: Domain): string => expires_at ?? '~';
  return { is_enabled: true, domains: domains.sort((a, b) => (end(a) < end(b) ? -1 : 1)) };
}

const domainAnswer = (
  domain: KnownDomain,
  monitors: readonly ConcernedMonitor[],
  days: readonly number[],
  now: number,
): Domain => ({
  name: domain.name,
  expires_at: timeOrNull(domain.expires_at),
  days_left: domain.expires_at === null ? null : daysLeft(domain.expires_at, now),
  state: stateOf(domain.expires_at, days, now),
  asked_at: timeOrNull(domain.asked_at),
  answer: domain.answer,
  monitors: watchingMonitors(monitors),
});

function stateOf(expires_at: number | null, days: readonly number[], now: number): Domain['state'] {
  if (expires_at === null) return 'unknown';
  if (expires_at <= now) return 'expired';
  return dueOfDomain(expires_at, days, now).length > 0 ? 'expiring' : 'valid';
}
