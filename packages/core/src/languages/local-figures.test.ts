import { expect, it } from 'vitest';
import { localFigures } from './local-figures.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it.each([
  ['en', '98.94%', '<0.01s', '21.4ms', '20 days 1 minute'],
  ['de', '98,94 %', '<0,01 s', '21,4 ms', '20 Tage 1 Minute'],
  ['fr', '98,94 %', '<0,01 s', '21,4 ms', '20 jours 1 minute'],
  ['ro', '98,94 %', '<0,01 s', '21,4 ms', '20 de zile 1 minut'],
] as const)('in %s a percentage is %s, a time %s or %s, a length %s', (language, percent, time, ping, length) => {
  const figures = localFigures(language);
  expect(plain(figures.percent(98.949))).toBe(percent);
  expect(plain(figures.responseTime('URL', 0.001))).toBe(time);
  expect(plain(figures.responseTime('ICMP_PING', 0.0214))).toBe(ping);
  expect(plain(figures.duration(20 * 86_400 + 60))).toBe(length);
});

it.each([
  ['en', '20 Nov 2026, 18:24:07 UTC'],
  ['de', '20.11.2026, 18:24:07 UTC'],
  ['fr', '20 nov. 2026, 18:24:07 UTC'],
] as const)('in %s a moment is %s, never ISO 8601', (language, moment) => {
  expect(plain(localFigures(language).moment(Date.parse('2026-11-20T18:24:07.123Z')))).toBe(moment);
});

it('what is not known is N/A, and what is no number stays as it is', () => {
  const figures = localFigures('de');
  expect([figures.percent(null), figures.responseTime('URL', null)]).toEqual(['N/A', 'N/A']);
  expect(figures.measure('1.2.3s')).toBe('1.2.3s');
});
