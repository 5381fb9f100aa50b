import type { Certificate, Domain, WatchingMonitor } from '../contract/certificates.ts';
import { type FakeState, minutesAgo } from './fake-state.ts';

const day = 86_400_000;
const timeIn = (state: FakeState, days: number): string => new Date(state.now() + days * day).toISOString();

const watchedBy = (name: string): WatchingMonitor => ({
  monitor_id: 1,
  kind: 'URL',
  website_id: 1,
  website_name: 'Shop',
  name,
});

/** Adds a certificate that is valid for `days` and has `left` days left, in order of expiry. */
export function addCertificate(
  state: FakeState,
  { lifetime = 90, left = 60, ...given }: Partial<Certificate> & { lifetime?: number; left?: number } = {},
): Certificate {
  const names = given.names ?? ['shop.example.com'];
  const added: Certificate = {
    fingerprint: String(state.certificates.length).padStart(64, '0'),
    names,
    issuer: "Let's Encrypt R3",
    valid_from: timeIn(state, left - lifetime),
    valid_to: timeIn(state, left + 0.5),
    days_left: left,
    state: left < 0 ? 'expired' : left < 14 ? 'expiring' : 'valid',
    first_seen_at: minutesAgo(600, state.now),
    last_seen_at: minutesAgo(1, state.now),
    domain: null,
    monitors: [watchedBy(`https://${names[0]}/`)],
    ...given,
  };
  state.certificates.push(added);
  state.certificates.sort((a, b) => a.valid_to.localeCompare(b.valid_to));
  return added;
}

/** Adds a domain with `left` days left; null: its registry publishes no date. */
export function addDomain(state: FakeState, name: string, left: number | null): Domain {
  const added: Domain = {
    name,
    expires_at: left === null ? null : timeIn(state, left + 0.5),
    days_left: left,
    state: left === null ? 'unknown' : left < 0 ? 'expired' : left < 30 ? 'expiring' : 'valid',
    asked_at: minutesAgo(60, state.now),
    answer: left === null ? 'not published' : null,
    monitors: [watchedBy(`https://www.${name}/`)],
  };
  state.domains.push(added);
  return added;
}
