import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../output/fit.ts';
import { drawElement } from '../../../testing/draw-screen.tsx';
import { checkedMonitor, checkedUrl, noWebsites } from '../../../testing/installations.ts';
import { shownOf } from '../../../testing/shown.ts';
import type { DashboardData } from '../../live/sources.ts';
import { ServiceTable, samplesOf, WebsiteTable } from './dashboard-tables.tsx';

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

const shown = { start: 0, end: 1, selected: -1 };

/** Header and row of the table of websites. */
function websiteLines(columns: number, about = '', given: DashboardData = data): [header: string, row: string] {
  const table = <WebsiteTable data={given} websites={[website]} shown={shown} about={about} />;
  const [header = '', row = ''] = drawElement(table, { columns, rows: 24 });
  return [header, row];
}

const words = (text: string): string => text.replace(/ +/g, ' ').trim();

describe('a website', () => {
  test.each([
    [60, 'WEBSITE UPTIME AVG LOAD'],
    [80, 'WEBSITE UPTIME AVG LOAD CHECKS LOAD TIME, 24h'],
    [120, 'WEBSITE UPTIME AVG LOAD CHECKS URLS NET LOAD TIME, 24h'],
  ])('has in %i columns what there is room for', (columns, header) => {
    expect(words(websiteLines(columns)[0])).toContain(header);
  });

  test('has at the right of its header which part of the list is shown', () => {
    expect(websiteLines(120, '1-5 of 9 websites')[0]).toMatch(/LOAD TIME, 24h +1-5 of 9 websites$/);
    expect(websiteLines(60, '1-5 of 9 websites')[0]).toMatch(/1-5 of 9 websites$/);
  });

  test.each([60, 80, 120])('has its figures under their names, in %i columns', (columns) => {
    const [header, row] = websiteLines(columns);
    const end = header.indexOf('AVG LOAD') + 'AVG LOAD'.length;
    expect(row.slice(0, end)).toMatch(/ [\d.]+s$/);
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
  });

  test.each([60, 80, 120])('has its coverage beside its uptime, in %i columns', (columns) => {
    const statistics = new Map([[1, { ...shopStatistics, uptime_percentage: 100, coverage: 79.16 }]]);
    const [header, row] = websiteLines(columns, '', { ...data, statistics });
    expect(row).toContain(' 100.00% of 79% ');
    expect(row.slice(0, header.indexOf('UPTIME') + 'UPTIME'.length)).toMatch(/ 100\.00% of 79%$/);
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
  });

  test('shows that its figures are loading', () => {
    expect(websiteLines(80, '', { ...data, statistics: new Map() })[1]).toContain('Loading');
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

test('a network service has its coverage beside its uptime', () => {
  const services = [{ ...service, uptime_percentage: 100, coverage: 79.16 }];
  const [, row = ''] = drawElement(<ServiceTable services={services} shown={shown} />, { columns: 100, rows: 40 });
  expect(row).toContain(' 100.00% of 79% ');
});

describe('a network service', () => {
  const lines = (columns: number): string[] =>
    drawElement(<ServiceTable services={[service]} shown={shown} />, { columns, rows: 40 });

  test.each([
    [60, '✓ UP Mail 99.90% 0.02s'],
    [66, '✓ UP Mail mail.example.com:993 99.90% 0.02s'],
    [70, '✓ UP Mail IMAP mail.exam….com:993 99.90% 0.02s'],
    [100, '✓ UP Mail IMAP mail.example.com:993 Shop ▄ 99.90% 0.02s'],
  ])('has in %i columns what there is room for', (columns, row) => {
    expect(words(lines(columns).at(-1) ?? '')).toBe(row);
  });

  test('fills the width with the host, with each figure under its heading', () => {
    const [header = '', row = ''] = lines(100);
    expect(words(header)).toBe('STATUS NAME TYPE HOST WEBSITE UPTIME RESPONSE');
    expect([widthOf(header), widthOf(row)]).toEqual([100, 100]);
    expect(row.indexOf('mail.example.com:993')).toBe(header.indexOf('HOST'));
    expect(row.indexOf('Shop')).toBe(header.indexOf('WEBSITE'));
  });
});
