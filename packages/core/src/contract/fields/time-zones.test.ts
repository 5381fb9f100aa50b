import { expect, it } from 'vitest';
import { isTimeZone } from './time-zones.ts';

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+2'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(['', 'Europe/Atlantis', '+02:00', 'Europe/Berlin ', '../etc'])('%j is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});
