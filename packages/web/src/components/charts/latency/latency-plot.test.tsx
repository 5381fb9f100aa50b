import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LatencyPlot, type LatencyPlotProps } from './latency-plot.tsx';
import type { LatencyPoint } from './latency-points.ts';

const hour = 3_600_000;
const point = (at: number, median: number | null): LatencyPoint => ({
  at: at * hour,
  median,
  band: median === null ? null : [median / 2, median * 2],
  checks: median === null ? 0 : 15,
  failures: 0,
});

function draw(points: readonly LatencyPoint[], given: Partial<LatencyPlotProps> = {}) {
  const { container } = render(
    <LatencyPlot
      {...{ summary: 'Load times of Shop', height: 200, points, outages: [], lasting: null }}
      {...{ from: 0, to: 24 * hour, unit: 's', threshold: 5 }}
      speak={(seconds) => `${seconds}s`}
      {...given}
    />,
  );
  const texts = [...container.querySelectorAll('text')].map(({ textContent }) => textContent);
  return { container, texts };
}

it('says above the plot where the threshold is higher than all that is drawn', () => {
  expect(draw([point(1, 0.2), point(2, 0.3)]).texts).toContain('slow over 5s ↑');
  const { texts, container } = draw([point(1, 4), point(2, 6)]);
  expect(texts).toContain('slow over 5s');
  expect(container.querySelector('.recharts-reference-line')).not.toBeNull();
});

it('has the unit that fits on its axis, from 0 on', () => {
  const { texts } = draw([point(1, 0.2), point(2, 0.3)], { unit: 'ms' });
  expect(texts).toContain('0ms');
  expect(texts.some((text) => /^[1-9]\d*ms$/.test(text ?? ''))).toBe(true);
});

it('draws an outage within the axis, and says how long it lasts', () => {
  const outages = [{ from: -5 * hour, to: 2 * hour }];
  const { container, texts } = draw([point(1, 0.2), point(3, 0.3)], { outages, lasting: 'down 7 h' });
  // What reaches beyond the axis would be left out.
  expect(container.querySelectorAll('.recharts-reference-area path')).toHaveLength(1);
  expect(texts).toContain('down 7 h');
});

it('breaks its line where nothing was checked', () => {
  const points = [point(1, 0.2), point(2, 0.3), point(3, null), point(4, 0.2), point(5, 0.3)];
  const line = draw(points).container.querySelector('.recharts-line-curve');
  expect(line?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
});
