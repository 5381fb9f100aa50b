import { expect, it } from 'vitest';
import { placeInZone } from './place-in-zone.ts';

const placed = (timeZone: string, wall: string) =>
  new Date(placeInZone(timeZone)(Date.parse(`${wall.slice(0, 10)}T00:00Z`), clock(wall))).toISOString().slice(0, 16);
const clock = (wall: string): number => Date.parse(`1970-01-01${wall.slice(10)}Z`);

it.each([
  ['UTC', '2027-03-28T02:30', '2027-03-28T02:30'],
  ['Europe/Berlin', '2027-01-01T02:30', '2027-01-01T01:30'],
  ['Europe/Berlin', '2027-07-01T02:30', '2027-07-01T00:30'],
  ['Asia/Kathmandu', '2027-07-01T02:30', '2027-06-30T20:45'],
])('a time by the clocks of %s, %s, is %s in UTC', (zone, wall, moment) => {
  expect(placed(zone, wall)).toBe(moment);
});

it.each([
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-02T15:45'],
])('one that clocks of %s skip, %s, comes later: %s', (zone, wall, moment) => {
  expect(placed(zone, wall)).toBe(moment);
});

it.each([
  ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30'],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45'],
])('of one that clocks of %s show twice, %s, it is the first: %s', (zone, wall, moment) => {
  expect(placed(zone, wall)).toBe(moment);
});
