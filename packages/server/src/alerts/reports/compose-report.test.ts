import { expect, it } from 'vitest';
import { composeReport } from './compose-report.ts';
import { outageFigures, type ReportFigures } from './report-figures.ts';

const minute = 60_000;
const from = Date.UTC(2026, 2, 9, 7);
const to = Date.UTC(2026, 2, 10, 7);
const quiet = { count: 0, open: 0, seconds: 0, longest_seconds: 0 };

const figures: ReportFigures = {
  period: { from, to },
  websites: [
    {
      name: 'Shop',
      uptime: 99.856,
      coverage: 79.16,
      outages: { count: 3, open: 1, seconds: 720, longest_seconds: 480 },
    },
    { name: 'Blog <script>', uptime: 100, coverage: 100, outages: quiet },
    { name: 'New', uptime: null, coverage: null, outages: quiet },
  ],
  slowest: [{ website: 'Shop', monitor: 'https://shop.example.com/', kind: 'URL', seconds: 1.234 }],
  alerts: { all: 12, sent: 9, suppressed: 2 },
  unproven: ['Email to ops@example.com'],
  newestBackup: Date.UTC(2026, 2, 10, 1, 30),
};
const report = { name: 'Ops', frequency: 'daily', time_zone: 'Europe/Berlin' } as const;

it('summarizes all websites, as text', () => {
  const { title, text, link } = composeReport(report, figures);
  expect(title).toBe('Daily report "Ops": lowest uptime 99.85%, 3 outages');
  expect(text).toMatchInlineSnapshot(`
    "2026-03-09 08:00 to 2026-03-10 08:00 (Europe/Berlin)

    UPTIME
    99.85%   Shop           3 outages, down for 12 minutes, the longest 8 minutes, 1 still open; monitored 79% of the time
    100.00%  Blog <script>  no outage
    N/A      New            no outage

    SLOWEST
    1.23s  Shop  https://shop.example.com/

    ALERTS
    12 alerts: 9 sent, 2 suppressed, 1 not delivered

    CHANNELS NOT PROVEN FOR 45 DAYS
    Email to ops@example.com

    NEWEST BACKUP
    2026-03-10 02:30 (Europe/Berlin)
    "
  `);
  expect(link).toEqual({ label: 'Open the dashboard', path: '/' });
});

it('keeps a name with line breaks and control characters in its row', () => {
  const websites = [{ name: 'Shop\n\u001b[31m0 outages', uptime: 100, coverage: 100, outages: quiet }];
  expect(composeReport(report, { ...figures, websites }).text).toContain('\n100.00%  Shop [31m0 outages  no outage\n');
});

it('has the same content as HTML, with escaped names', () => {
  const { html } = composeReport(report, figures);
  expect(html).toContain('<td valign="top">Blog &lt;script&gt;</td>');
  expect(html).not.toContain('<script>');
  expect(html).toContain('9 sent, 2 suppressed');
});

it('has a text for empty sections', () => {
  const { title, text } = composeReport(
    { ...report, frequency: 'weekly' },
    {
      period: { from, to },
      websites: [],
      slowest: [],
      unproven: [],
      newestBackup: null,
      alerts: { all: 0, sent: 0, suppressed: 0 },
    },
  );
  expect(title).toBe('Weekly report "Ops": no checks, no outages');
  expect(text.match(/none/g)).toHaveLength(5);
});

it('counts outages within the period, and simultaneous ones once in the duration', () => {
  const at = (minutes: number): number => from + minutes * minute;
  expect(
    outageFigures(
      [
        { began: at(-60), ended: at(10) },
        { began: at(5), ended: at(20) },
        { began: at(100), ended: at(105) },
        { began: at(24 * 60 - 30), ended: null },
        { began: at(-60), ended: at(-50) },
      ],
      { from, to },
    ),
  ).toEqual({ count: 4, open: 1, seconds: (20 + 5 + 30) * 60, longest_seconds: 30 * 60 });
  expect(outageFigures([], { from, to })).toEqual(quiet);
});
