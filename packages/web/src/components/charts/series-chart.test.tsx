import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { CrosshairProvider } from './crosshair.tsx';
import { LoadTimeTrends } from './load-time-trends.tsx';
import { UptimeByWebsite } from './uptime-by-website.tsx';
import type { WebsiteSeries } from './website-series.ts';

const hourAt = (hour: number) => new Date(2026, 10, 22, hour).toISOString();

function series(id: number, name: string, hours: [seconds: number | null, uptime: number | null][]): WebsiteSeries {
  const hourly_stats = hours.map(([avg_response_time, uptime], at) => ({
    hour: hourAt(at),
    avg_response_time,
    uptime,
  }));
  const statistics = {
    uptime_percentage: 99.5,
    avg_response_time: id,
    total_checks: 9,
    status_breakdown: {},
    hourly_stats,
  };
  return { id, name, position: id - 1, isShown: true, statistics };
}

const both = [
  series(1, 'Shop', [
    [1, 100],
    [1.2, 97.2],
    [5, 100],
  ]),
  series(2, 'Docs', [
    [3, 100],
    [0.5, 100],
    [null, null],
  ]),
];

const region = (name: RegExp) => within(screen.getByRole('region', { name }));
const trends = () => region(/^Total Page/);
const uptime = () => region(/^Uptime/);
const lines = (chart: ReturnType<typeof region>) =>
  chart.getAllByRole('button', { pressed: true }).map((button) => button.textContent);

beforeEach(() => {
  const given = { series: both, onToggle: () => {}, onSolo: () => {}, hidden: 0, onShowMore: () => {} };
  render(
    <CrosshairProvider>
      <LoadTimeTrends {...given} />
      <UptimeByWebsite {...given} />
    </CrosshairProvider>,
  );
});

it('shows averages beside the charts, and the values of the selected hour in both', async () => {
  const user = userEvent.setup();
  const slider = await trends().findByRole('slider', { name: 'Total Page Load Time Trends, hour by hour' });
  expect(trends().getByText('Average of the range')).toBeVisible();
  expect(lines(trends())).toEqual(['Docs2.00s', 'Shop1.00s']);
  slider.focus();
  await user.keyboard('{Home}');
  expect(slider).toHaveAttribute('aria-valuetext', '22 Nov, 00:00: Shop 1.00s, Docs 3.00s');
  expect(lines(trends())).toEqual(['Docs3.00s', 'Shop1.00s']);
  await user.keyboard('{ArrowRight}');
  expect(uptime().getByText('22 Nov, 01:00')).toBeVisible();
  expect(lines(trends())).toEqual(['Shop1.20s', 'Docs0.50s']);
  expect(lines(uptime())).toEqual(['Shop97.20%', 'Docs100.00%']);
  await user.keyboard('{End}{ArrowRight}');
  expect(slider).toHaveAttribute('aria-valuetext', '22 Nov, 02:00: Shop 5.00s');
  expect(lines(trends())).toEqual(['Shop5.00s', 'DocsNo data']);
  await user.keyboard('{Escape}');
  expect(uptime().getByText('Average of the range')).toBeVisible();
});

it('draws the crosshair in both charts, without a tooltip over the lines', async () => {
  const container = document.body;
  const slider = await trends().findByRole('slider');
  await uptime().findByRole('slider');
  expect(container.querySelector('[data-mark=crosshair]')).toBeNull();
  slider.focus();
  await waitFor(() => expect(container.querySelectorAll('[data-mark=crosshair]')).toHaveLength(2));
  expect(container.querySelector('.recharts-tooltip-wrapper')).toBeNull();
  expect(container.querySelectorAll('svg.recharts-surface[tabindex="0"]')).toHaveLength(0);
});

it('shows the hour below the pointer, and averages after it leaves', async () => {
  const user = userEvent.setup();
  await user.hover(await uptime().findByRole('slider'));
  expect(trends().getByText('22 Nov, 00:00')).toBeVisible();
  await user.unhover(uptime().getByRole('slider'));
  expect(trends().getByText('Average of the range')).toBeVisible();
});

it('stretches the upper end of the uptime axis, marks it, and remembers the linear scale', async () => {
  const user = userEvent.setup();
  await uptime().findByRole('slider');
  const ticks = () =>
    ['0%', '90%', '95%', '99%', '25%', '50%', '75%', '100%'].filter((tick) => uptime().queryByText(tick));
  await waitFor(() => expect(ticks()).toEqual(['0%', '90%', '95%', '99%', '100%']));
  expect(uptime().getByText('0 to 100%, upper end stretched')).toBeInTheDocument();
  expect(document.querySelectorAll('[data-mark=break]')).toHaveLength(1);
  await user.click(uptime().getByRole('radio', { name: 'Linear' }));
  await waitFor(() => expect(ticks()).toEqual(['0%', '25%', '50%', '75%', '100%']));
  expect(document.querySelector('[data-mark=break]')).toBeNull();
  expect(localStorage.getItem('uptime-scale')).toBe('linear');
});
