import { expect, it } from 'vitest';
import { setEnglishCatalogue } from '../../language/testing/english-catalogue.ts';
import { byDay, withDurations } from './incident-history.ts';

setEnglishCatalogue();

const at = (hour: number, minute = 0) => new Date(2026, 10, 20, hour, minute).toISOString();
const lengths = (incidents: Parameters<typeof withDurations>[0]) =>
  withDurations(incidents).map(({ type, lastedSeconds }) => [type, lastedSeconds]);

it('shows the duration of a problem when its RECOVERED follows', () => {
  expect(
    lengths([
      { type: 'RECOVERED', message: 'Shop: https://a/ is up again after 1 hour', time: at(12) },
      { type: 'DOWN', message: 'Shop: https://a/ is down: HTTP 503', time: at(11) },
    ]),
  ).toEqual([
    ['RECOVERED', null],
    ['DOWN', 3600],
  ]);
});

it('ignores the recovery of another problem', () => {
  expect(
    lengths([
      { type: 'RECOVERED', message: 'Shop: https://b/ is up again', time: at(12) },
      { type: 'DOWN', message: 'Shop: https://a/ is down: HTTP 503', time: at(11) },
    ]),
  ).toEqual([
    ['RECOVERED', null],
    ['DOWN', null],
  ]);
});

it('ends an outage before an earlier slowness', () => {
  expect(
    lengths([
      { type: 'SLOW', message: 'Shop: https://a/ is slow: 6.12s, limit 5.00s', time: at(10) },
      { type: 'ERROR', message: 'Shop: https://a/ is down: no answer', time: at(11) },
      { type: 'RECOVERED', message: 'Shop: https://a/ is up again', time: at(11, 30) },
      { type: 'RECOVERED', message: 'Shop: https://a/ is fast again', time: at(13) },
    ]),
  ).toEqual([
    ['RECOVERED', null],
    ['RECOVERED', null],
    ['ERROR', 1800],
    ['SLOW', 10_800],
  ]);
});

it('shows no duration if two problems could have ended', () => {
  expect(
    lengths([
      { type: 'METADATA_MISSING', message: 'Shop: https://a/ lacks its meta tag: og:title', time: at(9) },
      { type: 'SLOW', message: 'Shop: https://a/ is slow: 6.12s', time: at(10) },
      { type: 'RECOVERED', message: 'Shop: https://a/ has its meta tag again', time: at(11) },
    ]),
  ).toEqual([
    ['RECOVERED', null],
    ['SLOW', null],
    ['METADATA_MISSING', null],
  ]);
});

it('groups by local day, newest first', () => {
  const incident = (time: string) => ({ type: 'DOWN', message: 'x', time });
  const days = byDay(
    withDurations([incident(at(1)), incident(at(23)), incident(new Date(2026, 10, 19, 23).toISOString())]),
  );
  expect(days.map(({ incidents }) => incidents.length)).toEqual([2, 1]);
});
