import type { PeerCertificate } from 'node:tls';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { hourMs } from '@upvigil/core/time';
import type { SeenCertificate } from '../../../base/domain/check.ts';

/** A certificate in use is reported again after this time. */
const repeatAfter = 24 * hourMs;
/** Behind one name several servers may have several certificates. When one was last seen is known to the hour. */
const lastSightAfter = hourMs;
/** Of one monitor. A server that shows a new one at each handshake must not fill the memory. */
const mostRemembered = 8;
/** Limits of the names that are stored of a certificate. */
const mostNames = 20;
const longestName = 253;

interface Remembered {
  certificate: SeenCertificate;
  reported_at: number;
}

export type CertificateNews = ReturnType<typeof createCertificateNews>;

/**
 * Remembers the certificates of each monitor, so that only changes are reported. Runs in the probe thread: while
 * nothing changes, nothing is reported, and so nothing is written.
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
  if (known.size > mostRemembered) known.delete(longestUnseen(known));
}

function longestUnseen(known: ReadonlyMap<string, Remembered>): string {
  const [[oldest] = ['']] = [...known].sort(([, a], [, b]) => a.certificate.seen_at - b.certificate.seen_at);
  return oldest;
}

/** After the clock was set back, everything is reported again: better twice than not for a year. */
function isNews({ certificate, reported_at }: Remembered, now: number): boolean {
  if (certificate.seen_at <= reported_at && reported_at <= now) return false;
  const age = now - reported_at;
  const isShownNow = certificate.seen_at === now;
  return age < 0 || age >= (isShownNow ? repeatAfter : lastSightAfter);
}

/** Null where it says no times, by which nothing can be judged. */
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

/** Within what a date of four digits can say. */
function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : Math.min(lastTime, Math.max(0, time));
}

/** A field may stand there several times. */
const commonName = (subject: PeerCertificate['subject'] | undefined): string => [subject?.CN ?? []].flat().join(', ');

const cleaned = (text: string): string => stripControls(text).slice(0, longestName);
