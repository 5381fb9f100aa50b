import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ResponseTimeChart } from './response-time-chart.tsx';

const start = Date.UTC(2026, 10, 20, 10);
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const points = [
  { time: at(0), value: 0.3 },
  { time: at(15), value: 0.5 },
  { time: at(90), value: 0.7 },
  { time: at(105), value: null, failed: true },
];
const chart = (
  <ResponseTimeChart
    points={points}
    label="Load Time History"
    of="https://shop.example.org/"
    height={100}
    unit="s"
    gapSeconds={1_350}
    until={start + 110 * 60_000}
  />
);

it('has the same accessible name, including gaps, before and after the plot loads', async () => {
  const { container } = render(chart);
  const name =
    'Load Time History of https://shop.example.org/: minimum 0.30s, average 0.50s, maximum 0.70s, 1 gap in the data';
  expect(screen.getByRole('img', { name })).toBeInTheDocument();
  await expect.poll(() => container.querySelector('svg.recharts-surface')).not.toBeNull();
  expect(screen.getByRole('img', { name })).toHaveAttribute('tabindex', '0');
  expect(screen.getByText('No data')).toBeInTheDocument();
  expect(screen.getByText('min 0.30s avg 0.50s max 0.70s')).toBeVisible();
});

it('says that its figures are of averages, not of single checks', () => {
  render(<ResponseTimeChart {...chart.props} minutesPerPoint={15} />);
  expect(screen.getByText('15-minute averages · min 0.30s avg 0.50s max 0.70s')).toBeVisible();
  expect(screen.getByRole('img', { name: /, 15-minute averages: minimum 0\.30s/ })).toBeInTheDocument();
});

it('shows its figures as a table on request', async () => {
  render(chart);
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByText('Show data', { exact: false }));
  const rows = within(screen.getByRole('table', { name: 'Load Time History of https://shop.example.org/' }));
  expect(rows.getAllByRole('row')).toHaveLength(5);
  expect(rows.getByText('0.70s')).toBeVisible();
  expect(rows.getByText('failed')).toBeVisible();
});

it('has ticks in milliseconds if labels in seconds do not fit', async () => {
  const quick = (values: readonly number[]) => values.map((value, index) => ({ time: at(index), value }));
  const ticksOf = async (values: readonly number[]) => {
    const { container, unmount } = render(
      <ResponseTimeChart {...chart.props} points={quick(values)} until={start + 120_000} />,
    );
    const texts = () =>
      [...container.querySelectorAll('.recharts-yAxis-tick-labels text')].map((text) => text.textContent);
    await expect.poll(() => texts().length).toBeGreaterThan(1);
    const ticks = texts();
    unmount();
    return ticks;
  };
  expect(await ticksOf([0.004, 0.0041])).toEqual(['0ms', '2.5ms', '5ms']);
  expect(await ticksOf([0.01, 0.012])).toEqual(['0s', '0.01s', '0.02s']);
});
