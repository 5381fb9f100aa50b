import type { Alert } from '@upvigil/core/contract/alerts';
import type { Outage } from '@upvigil/core/status/outages';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import {
  addressParts,
  durationWords,
  groupOutages,
  problemTone,
  serviceWords,
  shortName,
  spanWords,
} from './outage-texts.ts';

const minute = 60_000;
const now = new Date(2026, 10, 20, 18, 24).getTime();
const today = (hours: number, minutes = 0) => new Date(2026, 10, 20, hours, minutes).getTime();
const alertOf = (message: string, alert_type: Alert['alert_type'] = 'DOWN') =>
  addAlert(emptyState(), { id: 1, name: 'Shop' }, { alert_type, message });
const outageOf = (given: Partial<Outage>): Outage => ({
  alert: alertOf('Shop: x is down: y'),
  recovery: null,
  started_at: null,
  ended_at: null,
  isOpen: false,
  ...given,
});

it('shows the path of a URL or the name of a network service, with its cause', () => {
  expect(serviceWords(alertOf('Shop: https://shop.example.org/a/b?c is down: HTTP 503'))).toEqual({
    before: 'https://shop.example.org/',
    name: 'a/b?c',
    after: '',
    cause: 'HTTP 503',
  });
  expect(serviceWords(alertOf('Shop: https://shop.example.org/ is down: HTTP 503'))).toMatchObject({
    before: '',
    name: 'https://shop.example.org/',
  });
  expect(serviceWords(alertOf('Shop: Edge TLS (edge.example.org:443) is down: refused'))).toMatchObject({
    name: 'Edge TLS',
    after: ' (edge.example.org:443)',
    cause: 'refused',
  });
});

it('shows the label of a URL, with its address in two parts', () => {
  const words = serviceWords(alertOf('Shop: Cart (2) (https://shop.example.org/a/b?c) is down: HTTP 503'));
  expect(words).toMatchObject({ before: '', name: 'Cart (2)', cause: 'HTTP 503' });
  expect([shortName(words), addressParts(words)]).toEqual(['Cart (2)', ['shop.example.org', '/a/b?c']]);
});

it('shows a message of another format without its website', () => {
  const words = { before: '', name: 'Something else', after: '', cause: '' };
  expect([serviceWords(alertOf('Something else')), serviceWords(alertOf('Shop: Something else'))]).toEqual([
    ...[words, words],
  ]);
});

it('a recovery without a known start has the tone of its problem', () => {
  expect(problemTone(alertOf('Shop: x is fast again after 2 minutes', 'RECOVERED'))).toBe('warn');
  expect(problemTone(alertOf('Shop: x is up again', 'RECOVERED'))).toBe('down');
  expect(problemTone(alertOf('Back again', 'RECOVERED'))).toBe('none');
});

it.each<[string, Partial<Outage>, string, string]>([
  ['lasts', { started_at: today(17, 42), isOpen: true }, '42 min', '17:42 to now'],
  ['has lasted since yesterday', { started_at: today(-2), isOpen: true }, '20 h 24 min', '19 Nov, 22:00 to now'],
  ['ended', { started_at: today(8, 27), ended_at: today(8, 31) }, '4 min', '08:27 to 08:31'],
  ['ended on another day', { started_at: today(-2), ended_at: today(-1) }, '1 h', '22:00 to 23:00'],
  ['began on another day', { started_at: today(-1), ended_at: today(1) }, '2 h', '19 Nov, 23:00 to 01:00'],
  ['began before what is known', { ended_at: today(8, 31) }, '–', 'until 08:31'],
  ['has no known end', { started_at: today(8, 27) }, '–', 'from 08:27'],
])('an outage that %s', (_what, given, duration, span) => {
  const outage = outageOf(given);
  expect([durationWords(outage, now), spanWords(outage, now)]).toEqual([duration, span]);
});

it('groups open outages first, then ended ones by day', () => {
  const outages = [
    outageOf({ started_at: now - minute, isOpen: true }),
    outageOf({ started_at: today(7), ended_at: today(8) }),
    outageOf({ started_at: today(5), ended_at: today(6) }),
    outageOf({ ended_at: today(-1) }),
    outageOf({ ended_at: today(-30) }),
  ];
  expect(groupOutages(outages, now).map((group) => [group.title, group.outages.length])).toEqual([
    ['Open now', 1],
    ['Ended today', 2],
    ['Ended yesterday', 1],
    [expect.stringMatching(/^Ended Wednesday,? 18 November$/), 1],
  ]);
});
