import type { PeerCertificate } from 'node:tls';
import { expect, it } from 'vitest';
import { createCertificateNews } from './certificate-news.ts';

const now = Date.UTC(2026, 10, 23);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const shown = (fingerprint: string, changes: object = {}): PeerCertificate =>
  ({
    fingerprint256: fingerprint,
    subject: { CN: 'common.example' },
    issuer: { O: "Let's Encrypt", CN: 'R3' },
    subjectaltname: 'DNS:a.example, DNS:*.a.example, IP Address:192.0.2.1',
    valid_from: 'Nov 13 00:00:00 2026 GMT',
    valid_to: 'Feb 11 00:00:00 2027 GMT',
    ...changes,
  }) as unknown as PeerCertificate;
const fingerprints = (news: { fingerprint: string }[]): string[] => news.map(({ fingerprint }) => fingerprint);

it('reports a certificate once, and again after a day', () => {
  const news = createCertificateNews();
  expect(news.of(1, [shown('AA:BB')], now)).toEqual([
    {
      fingerprint: 'aabb',
      names: ['a.example', '*.a.example', '192.0.2.1'],
      issuer: "Let's Encrypt R3",
      valid_from: Date.UTC(2026, 10, 13),
      valid_to: Date.UTC(2027, 1, 11),
      seen_at: now,
    },
  ]);
  expect(news.of(1, [shown('AA:BB')], now + minute)).toEqual([]);
  expect(news.of(1, [shown('AA:BB')], now + day - 1)).toEqual([]);
  expect(news.of(1, [shown('AA:BB')], now + day)).toMatchObject([{ seen_at: now + day }]);
});

it('reports for each monitor, and again for a forgotten one, for example after an edit or a restore', () => {
  const news = createCertificateNews();
  news.of(1, [shown('AA')], now);
  expect(news.of(2, [shown('AA')], now)).toHaveLength(1);
  news.forget(1);
  expect(news.of(1, [shown('AA')], now)).toHaveLength(1);
});

it('reports the last sight of a replaced certificate, and two alternating ones once an hour', () => {
  const news = createCertificateNews();
  news.of(1, [shown('AA')], now);
  news.of(1, [shown('AA')], now + 2 * hour);
  expect(news.of(1, [shown('BB')], now + 3 * hour)).toMatchObject([
    { fingerprint: 'aa', seen_at: now + 2 * hour },
    { fingerprint: 'bb', seen_at: now + 3 * hour },
  ]);
  let reported = 0;
  for (let minutes = 0; minutes < 600; minutes += 1)
    reported += news.of(1, [shown(minutes % 2 === 0 ? 'AA' : 'BB')], now + 3 * hour + minutes * minute).length;
  expect(reported).toBeLessThanOrEqual(22);
});

it('remembers eight of a server that shows a new one each time', () => {
  const news = createCertificateNews();
  for (let at = 0; at < 100; at += 1) expect(fingerprints(news.of(1, [shown(`C${at}`)], now + at))).toHaveLength(1);
  expect(fingerprints(news.of(1, [shown('C99'), shown('C93')], now + 200))).toEqual([]);
  expect(fingerprints(news.of(1, [shown('C10')], now + 300))).toEqual(['c10']);
});

it('treats the texts of a certificate as untrusted', () => {
  const news = createCertificateNews();
  const [hostile] = news.of(
    1,
    [shown('AA', { subjectaltname: `DNS:\u001b[31m${'x'.repeat(500)}`, issuer: { CN: 'a\u0000b' } })],
    now,
  );
  expect(hostile?.names[0]).toMatch(/^\[31mx+$/);
  expect(hostile?.names[0]).toHaveLength(253);
  expect(hostile?.issuer).toBe('a b');
  const many = Array.from({ length: 200 }, (_, at) => `DNS:h${at}`).join(', ');
  expect(news.of(1, [shown('BB', { subjectaltname: many })], now)[0]?.names).toHaveLength(20);
  expect(news.of(1, [shown('CC', { subjectaltname: undefined, issuer: undefined })], now)[0]).toMatchObject({
    names: ['common.example'],
    issuer: '',
  });
  expect(news.of(1, [shown('DD', { valid_to: 'never' })], now)).toEqual([]);
  expect(news.of(1, [shown('EE', { valid_to: '+012345-01-01T00:00:00Z' })], now)[0]?.valid_to).toBe(
    Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  );
});

it('reports everything again after the clock was set back', () => {
  const news = createCertificateNews();
  news.of(1, [shown('AA')], now + 365 * day);
  expect(news.of(1, [shown('AA')], now)).toHaveLength(1);
  expect(news.of(1, [shown('AA')], now + minute)).toEqual([]);
});
