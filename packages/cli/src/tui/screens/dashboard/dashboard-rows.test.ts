import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../output/fit.ts';
import { glyphsFor } from '../../../output/glyphs.ts';
import { plainText } from '../../../output/paint.ts';
import { checkedMonitor, checkedUrl, fakeNow, noWebsites } from '../../../testing/installations.ts';
import { shownOf } from '../../../testing/shown.ts';
import type { Stage } from '../../frame/screen-parts.ts';
import { initialView } from '../../view-state.ts';
import { samplesOf, serviceHeader, serviceRow, websiteHeader, websiteRow } from './dashboard-rows.ts';

const stage = (columns: number): Stage => ({
  size: { columns, rows: 24 },
  glyphs: glyphsFor(true),
  view: initialView({ screen: 'dashboard' }),
  brand: '',
  notices: [],
  now: fakeNow,
});

function dashboard() {
  const state = noWebsites();
  addWebsite(state, { id: 1, name: 'Shop' });
  checkedUrl(state, 1, { id: 2 });
  checkedMonitor(state, 1, { id: 3, name: 'Mail', host: 'mail.example.com', monitor_type: 'IMAP', port: 993 });
  const { data } = shownOf(state).dashboard;
  const [website] = data?.websites ?? [];
  const [service] = data?.stats.network_stats ?? [];
  const shopStatistics = data?.statistics.get(1);
  if (!data || !website || !service || !shopStatistics) throw new Error('the dashboard is empty');
  return { data, website, service, shopStatistics };
}
const { data, website, service, shopStatistics } = dashboard();

const headerAt = (columns: number, more = ''): string =>
  plainText(websiteHeader(data, [website], stage(columns), more))
    .replace(/ +/g, ' ')
    .trim();

describe('a website', () => {
  test.each([
    [60, 'WEBSITE UPTIME AVG LOAD'],
    [80, 'WEBSITE UPTIME AVG LOAD CHECKS LOAD TIME, 24h'],
    [120, 'WEBSITE UPTIME AVG LOAD CHECKS URLS NET LOAD TIME, 24h'],
  ])('has in %i columns what there is room for', (columns, header) => {
    expect(headerAt(columns)).toContain(header);
  });

  test('has at the right of its header which part of the list is shown', () => {
    expect(headerAt(120, '1-5 of 9 websites')).toMatch(/LOAD TIME, 24h 1-5 of 9 websites$/);
    expect(headerAt(60, '1-5 of 9 websites')).toMatch(/1-5 of 9 websites$/);
  });

  test.each([60, 80, 120])('has its figures under their names, in %i columns', (columns) => {
    const header = plainText(websiteHeader(data, [website], stage(columns), ''));
    const row = plainText(websiteRow(website, data, [website], false, stage(columns)));
    const end = header.indexOf('AVG LOAD') + 'AVG LOAD'.length;
    expect(row.slice(0, end)).toMatch(/ [\d.]+s$/);
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
  });

  test('says that its figures are still to come', () => {
    const unread = { ...data, statistics: new Map() };
    expect(plainText(websiteRow(website, unread, [website], false, stage(80)))).toContain('Loading');
  });
});

test('hours without a good check are marked as failed, those without any are a gap', () => {
  const hour = (avg_response_time: number | null, uptime: number | null) => ({ hour: '', avg_response_time, uptime });
  const statistics = { ...shopStatistics, hourly_stats: [hour(1, 100), hour(null, 0), hour(null, null)] };
  expect(samplesOf(statistics)).toEqual([
    { value: 1, isFailed: false },
    { value: null, isFailed: true },
    { value: null, isFailed: false },
  ]);
});

describe('a network service', () => {
  test.each([
    [60, 'STATUS NAME UPTIME RESPONSE'],
    [66, 'STATUS NAME HOST UPTIME RESPONSE'],
    [70, 'STATUS NAME TYPE HOST UPTIME RESPONSE'],
    [100, 'STATUS NAME TYPE HOST WEBSITE UPTIME RESPONSE'],
  ])('has in %i columns what there is room for', (columns, header) => {
    expect(
      plainText(serviceHeader([service], stage(columns)))
        .replace(/ +/g, ' ')
        .trim(),
    ).toBe(header);
  });

  test('fills the width with its host, and each figure stands under its name', () => {
    const header = plainText(serviceHeader([service], stage(100)));
    const row = plainText(serviceRow(service, [service], false, stage(100)));
    expect([widthOf(header), widthOf(row)]).toEqual([100, 100]);
    expect(row.indexOf('mail.example.com:993')).toBe(header.indexOf('HOST'));
    expect(row.indexOf('Shop')).toBe(header.indexOf('WEBSITE'));
  });
});
