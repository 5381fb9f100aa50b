import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noEvents } from '../plots/chart-events.ts';
import { LatencyPlot, type LatencyPlotProps } from './latency-plot.tsx';
import type { LatencyPoint } from './latency-points.ts';

const hour = 3_600_000;
const point = (at: number, median: number | null): LatencyPoint => ({
  at: at * hour,
  median,
  band: median === null ? null : [median, median * 2],
  checks: median === null ? 0 : 15,
  failures: 0,
  slow: 0,
  maintenance: 0,
});

function draw(points: readonly LatencyPoint[], given: Partial<LatencyPlotProps> = {}) {
  const { container } = render(
    <LatencyPlot
      {...{
        summary: 'Load times of Shop',
        height: 200,
        points,
        outages: [],
        slow: [],
        lasting: null,
        events: noEvents,
      }}
      from={0}
      to={24 * hour}
      bucketMs={hour}
      unit="s"
      threshold={5}
      formatValue={(seconds) => `${seconds}s`}
      {...given}
    />,
  );
  const texts = [...container.querySelectorAll('text')].map(({ textContent }) => textContent);
  return { container, texts };
}

it('labels a threshold above the axis', () => {
  expect(draw([point(1, 0.2), point(2, 0.3)]).texts).toContain('slow over 5s ↑');
  const { texts, container } = draw([point(1, 4), point(2, 6)]);
  expect(texts).toContain('slow over 5s');
  expect(container.querySelector('.recharts-reference-line')).not.toBeNull();
});

it('has an axis from 0 in a unit that fits', () => {
  const { texts } = draw([point(1, 0.2), point(2, 0.3)], { unit: 'ms' });
  expect(texts).toContain('0ms');
  expect(texts.some((text) => /^[1-9]\d*ms$/.test(text ?? ''))).toBe(true);
});

it('draws an open outage within the axis, with its duration', () => {
  const outages = [{ from: -5 * hour, to: 2 * hour }];
  const { container, texts } = draw([point(1, 0.2), point(3, 0.3)], { outages, lasting: 'down 7 h' });
  // Recharts omits areas that reach beyond the axis.
  expect(container.querySelectorAll('.recharts-reference-area path')).toHaveLength(1);
  expect(texts).toContain('down 7 h');
});

it('breaks the line in a gap', () => {
  const points = [point(1, 0.2), point(2, 0.3), point(3, null), point(4, 0.2), point(5, 0.3)];
  const line = draw(points).container.querySelector('.recharts-line-curve');
  expect(line?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
});

it('hatches maintenance, and labels a deployment mark above the plot without overlap', () => {
  const events = {
    runs: [{ id: 1, from: 3 * hour, to: 9 * hour, title: 'Maintenance: Deploy' }],
    marks: [{ id: 2, at: 5 * hour, label: 'A label that is longer than the lane likes' }],
    notes: [],
  };
  const { container, texts } = draw([point(1, 0.2), point(12, 0.3)], { events, lasting: 'down 7 h' });
  const band = container.querySelector('rect[data-mark=maintenance]');
  expect(Number(band?.getAttribute('width'))).toBeGreaterThan(50);
  expect(band?.getAttribute('fill')).toMatch(/^url\(#/);
  expect(band?.querySelector('title')?.textContent).toBe('Maintenance: Deploy');
  const change = container.querySelector('path[data-mark=change]');
  expect(change?.getAttribute('stroke-dasharray')).toBeTruthy();
  expect(change?.querySelector('title')?.textContent).toBe('A label that is longer than the lane likes');
  expect(texts).toContain('A label that is lon…');
  const placeOf = (text: string) =>
    Number([...container.querySelectorAll('text')].find(({ textContent }) => textContent === text)?.getAttribute('x'));
  expect(placeOf('down 7 h') - placeOf('A label that is lon…')).toBeGreaterThan(100);
});

it('is amber above the threshold, and says above it for how long', () => {
  const slow = [{ from: 8 * hour, to: 12.25 * hour }];
  const { container, texts } = draw([point(1, 2), point(10, 8)], { slow });
  expect(texts).toContain('slow 4 h 15 min');
  const stops = [...container.querySelectorAll('[id$="-line"] stop')];
  expect(stops.map((stop) => [stop.getAttribute('offset'), stop.getAttribute('stop-color')])).toEqual([
    ['0.75', 'var(--warn-g)'],
    ['0.75', 'var(--accent)'],
  ]);
  expect(container.querySelector('.recharts-line-curve')?.getAttribute('stroke')).toMatch(/^url\(#.*-line\)$/);
});

it('draws a lone sample as a dot', () => {
  const dots = (points: readonly LatencyPoint[]) => draw(points).container.querySelectorAll('circle').length;
  expect([dots([point(3, 0.4)]), dots([point(3, 0.4), point(4, 0.4)])]).toEqual([1, 0]);
});
