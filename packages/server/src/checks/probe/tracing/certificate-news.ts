import type { PeerCertificate } from 'node:tls';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { hourMs } from '@upvigil/core/time';
import type { SeenCertificate } from '../../../base/domain/check.ts';

/** A certificate in use is reported again after this time. */
const repeatAfter = 24 * hourMs;
/**
 * Several servers behind one name may have different certificates. The time of the last sight is stored to the hour.
 */
const lastSightAfter = hourMs;
/** Per monitor. A server with a new certificate at each handshake must not fill the memory. */
const mostRemembered = 8;
/** Limits of the stored names of a certificate. */
const mostNames = 20;
const longestName = 253;

interface Remembered {
  certificate: SeenCertificate;
  reported_at: number;
}

export type CertificateNews = ReturnType<typeof createCertificateNews>;

/**
 * Remembers the certificates of each monitor, to report only changes. Runs in the probe thread: without changes,
 * nothing is sent or stored.
 */
export function createCertificateNews() {
  const byMonitor = new Map<number, Map<string, Remembered>>();
  return {
    /** Certificates to report after a check that saw these; `now` in milliseconds since the epoch. */
    of(monitorId: number, shown: readonly PeerCertificate[], now: number): SeenCertificate[] {
      const known = byMonitor.get(monitorId) ?? new Map<string, Remembered>();
      byMonitor.set(monitorId, known);
      for (const certificate of shown) see(known, certificate, now);
      const due = [...known.values()].filter((each) => isNews(each, now));
      for (const each of due) each.reported_at = now;
      return due.map(({ certificate }) => ({ ...certificate }));
    },
    forget: (monitorId: number): void => void byMonitor.delete(monitorId),
  };
}

function see(known: Map<string, Remembered>, shown: PeerCertificate, now: number): void {
  const before = known.get(shown.fingerprint256);
  if (before) {
    before.certificate.seen_at = now;
    return;
  }
  const certificate = seenCertificate(shown, now);
  if (certificate === null) return;
  known.set(shown.fingerprint256, { certificate, reported_at: Number.NEGATIVE_INFINITY });
  if (known.size > mostRemembered) known.delete(leastRecentlySeen(known));
}

function leastRecentlySeen(known: ReadonlyMap<string, Remembered>): string {
  const [[oldest] = ['']] = [...known].sort(([, a], [, b]) => a.certificate.seen_at - b.certificate.seen_at);
  return oldest;
}

/** After the clock was set back, reports everything again: twice is better than not for a year. */
function isNews({ certificate, reported_at }: Remembered, now: number): boolean {
  if (certificate.seen_at <= reported_at && reported_at <= now) return false;
  const age = now - reported_at;
  const isShownNow = certificate.seen_at === now;
  return age < 0 || age >= (isShownNow ? repeatAfter : lastSightAfter);
}

/** Null without valid dates, which the expiry depends on. */
function seenCertificate(shown: PeerCertificate, now: number): SeenCertificate | null {
  const { fingerprint256, subject, issuer, subjectaltname = '' } = shown;
  const [valid_from, valid_to] = [timeOf(shown.valid_from), timeOf(shown.valid_to)];
  if (valid_from === null || valid_to === null) return null;
  const names = subjectaltname
    .split(', ')
    .filter(Boolean)
    .map((name) => name.replace(/^(DNS|IP Address|URI|email):/, ''));
  return {
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    names: (names.length > 0 ? names : [commonName(subject)]).slice(0, mostNames).map(cleaned),
    issuer: cleaned([issuer?.O, issuer?.CN].flat().filter(Boolean).join(' ')),
    valid_from,
    valid_to,
    seen_at: now,
  };
}

const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Null outside the range of years with four digits. */
function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : Math.min(lastTime, Math.max(0, time));
}

/** A field may occur several times. */
const commonName = (subject: PeerCertificate['subject'] | undefined): string => [subject?.CN ?? []].flat().join(', ');

const cleaned = (text: string): string => stripControls(text).slice(0, longestName);
