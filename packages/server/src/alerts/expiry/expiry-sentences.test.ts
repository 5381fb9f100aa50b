import type { Alert } from '@upvigil/core/contract/alerts';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { dayMs } from '@upvigil/core/time';
import { expect, it } from 'vitest';
import {
  type ConcernedMonitor,
  certificateName,
  domainName,
  expiryCause,
  expirySentence,
  renewalSentence,
} from './expiry-sentences.ts';

const now = Date.UTC(2026, 10, 23, 12);
const page = (id: number, target: string): ConcernedMonitor => ({
  id,
  website_id: 1,
  website_name: 'Shop',
  kind: 'URL',
  name: null,
  target,
  port: null,
  severity: null,
  tags: '',
});
const mail: ConcernedMonitor = { ...page(9, 'mail.example.com'), kind: 'IMAP', name: 'Mail', port: 993 };
const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at, `https://h${at}.example.com/`));

it('names the certificate, its monitors and its end', () => {
  const what = certificateName(['*.example.com', 'example.com'], [...pages(2), mail]);
  expect(expirySentence('Shop', 'certificate', what, expiryCause(now + 6.5 * dayMs, [7], now))).toBe(
    'Shop: the certificate for *.example.com of https://h0.example.com/, https://h1.example.com/ and ' +
      'Mail (mail.example.com:993) expires in 6 days, on 2026-11-30',
  );
});

it('states that a renewal is late, and that only hours are left', () => {
  expect(expiryCause(now + 20 * dayMs, ['late'], now)).toBe(
    'in 20 days, on 2026-12-13: it should have been renewed by now',
  );
  expect(expiryCause(now + 6 * dayMs, [7, 'late'], now)).toBe('in 6 days, on 2026-11-29');
  expect(expiryCause(now + dayMs, [1], now)).toBe('in 1 day, on 2026-11-24');
  expect(expiryCause(now + dayMs - 1, [1], now)).toBe('in less than a day, on 2026-11-24');
});

it('states how long ago something ended, and can be parsed again', () => {
  const what = domainName('example.com', pages(1));
  const cause = expiryCause(now - 3 * dayMs, [30, 14, 7, 1], now);
  expect(cause).toBe('3 days ago, on 2026-11-20');
  expect(expiryCause(now - dayMs, ['late'], now)).toBe('1 day ago, on 2026-11-22');
  expect(expiryCause(now, [1], now)).toBe('less than a day ago, on 2026-11-23');
  const message = expirySentence('Shop', 'domain', what, cause);
  expect(message).toBe(`Shop: ${what} expired 3 days ago, on 2026-11-20`);
  expect(sentenceParts({ alert_type: 'DOMAIN_EXPIRING', message, website_name: 'Shop' })).toEqual({
    target: what,
    cause,
  });
});

it('counts further monitors, and hides passwords of addresses', () => {
  expect(domainName('example.com', pages(7))).toMatch(/h3\.example\.com\/ and 3 more$/);
  expect(certificateName([], [page(1, 'https://me:pass@a.example.com/?token=x')])).toBe(
    'the certificate of https://a.example.com/?token=[removed]',
  );
});

it('its sentences can be parsed again', () => {
  const what = domainName('example.com', pages(1));
  const said = (alert_type: Alert['alert_type'], message: string) => ({ alert_type, message, website_name: 'Shop' });
  const begun = said('DOMAIN_EXPIRING', expirySentence('Shop', 'domain', what, 'in 6 days, on 2026-11-29'));
  const ended = said('RECOVERED', renewalSentence('Shop', 'domain', what));
  expect(sentenceParts(begun)).toEqual({ target: what, cause: 'in 6 days, on 2026-11-29' });
  expect([problemOf(begun), problemOf(ended), sentenceParts(ended)?.target]).toEqual(['domain', 'domain', what]);
});
