import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { uptimePlotHeightPx } from '../uptime-by-website.tsx';
import type { SeriesRow, WebsiteSeries } from '../website-series.ts';
import type { ChartEvents } from './chart-events.ts';
import { ticksAbove } from './chart-scale.ts';
import { SeriesPlot } from './series-plot.tsx';
import { uptimeScales } from './uptime-scale.ts';
import type { ValueScale } from './value-scale.ts';

const hour = 3_600_000;
const shop: WebsiteSeries = { id: 1, name: 'Shop', position: 0, isShown: true, statistics: undefined };
const rowsOf = (values: (number | null)[]) => values.map((w1, at) => ({ at: at * hour, w1 }) as SeriesRow);

function draw(kind: 'lines' | 'areas', values: (number | null)[], scale: ValueScale, events?: ChartEvents) {
  const { container } = render(
    <SeriesPlot
      kind={kind}
      title="Figures"
      summary="Figures of Shop"
      height={uptimePlotHeightPx}
      series={[shop]}
      rows={rowsOf(values)}
      scale={scale}
      formatValue={(value) => `${value}s`}
      describe={String}
      events={events}
    />,
  );
  const heightsOf = (selector: string) =>
    [...(container.querySelector(selector)?.getAttribute('d') ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(
      ([, , y]) => Number(y),
    );
  return { container, heightsOf };
}

it('distinguishes 99.2 % from 100 %, and draws lost uptime from the top', () => {
  const { heightsOf } = draw('areas', [100, 99.2, 100], uptimeScales.stretched);
  const [whole = 0, lost = 0] = heightsOf('.recharts-area-curve');
  expect(lost - whole).toBeGreaterThanOrEqual(12);
  // The path returns along the baseline, which is the line of 100 %.
  expect(Math.max(...heightsOf('.recharts-area-area'))).toBe(lost);
});

it('breaks a line where an hour has no figure', () => {
  const scale: ValueScale = {
    place: (value) => value,
    ticksFor: (values) => ticksAbove(values, 5),
    formatTick: String,
  };
  const { container } = draw('lines', [1, 2, null, 2, 1], scale);
  expect(container.querySelector('.recharts-line-curve')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
});

it('clips a peak that would flatten all other values, and labels it', () => {
  const scale: ValueScale = {
    place: (value) => value,
    ticksFor: (values) => ticksAbove(values, 5),
    formatTick: String,
  };
  const values = Array.from({ length: 168 }, (_, index) => (index === 50 ? 60 : 1));
  const { container } = draw('lines', values, scale);
  expect(container.querySelectorAll('[data-mark=peak]')).toHaveLength(1);
  expect(container.querySelector('[data-mark=peak]')).toHaveTextContent('60s');
  expect(draw('lines', [1, 2, 1.5], scale).container.querySelector('[data-mark=peak]')).toBeNull();
});

it('shows maintenance and deployment marks within its axis', () => {
  const { container } = draw('areas', [100, 99.2, 100], uptimeScales.stretched, {
    runs: [
      { id: 1, from: -5 * hour, to: hour, title: 'Maintenance: Deploy' },
      { id: 2, from: 3 * hour, to: 4 * hour, title: 'Maintenance: Later' },
    ],
    marks: [
      { id: 3, at: hour, label: 'v1.4.2' },
      { id: 4, at: 9 * hour, label: 'v1.4.3' },
    ],
    notes: [],
  });
  const bands = [...container.querySelectorAll('rect[data-mark=maintenance]')];
  expect(bands.map((band) => band.textContent)).toEqual(['Maintenance: Deploy']);
  expect([...container.querySelectorAll('path[data-mark=change]')].map((mark) => mark.textContent)).toEqual(['v1.4.2']);
  expect([...container.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('v1.4.2');
});
