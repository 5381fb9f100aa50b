import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AxisHead, axisTicks, OutageBar, type TimeAxis, tickLines } from './outage-axis.tsx';

const hour = 3_600_000;
/** An axis that ends at 18:24 local time on a day without a clock change. */
const axisOf = (hours: number): TimeAxis => {
  const to = new Date(2026, 10, 20, 18, 24).getTime();
  return { from: to - hours * hour, to };
};
const clock = (time: number) => new Date(time).toTimeString().slice(0, 5);

it.each([
  [1, ['17:30', '17:40', '17:50', '18:00', '18:10', '18:20']],
  [6, ['13:00', '14:00', '15:00', '16:00', '17:00', '18:00']],
  [24, ['20:00', '00:00', '04:00', '08:00', '12:00', '16:00']],
  [72, ['00:00', '12:00', '00:00', '12:00', '00:00', '12:00']],
  [168, ['00:00', '00:00', '00:00', '00:00', '00:00', '00:00', '00:00']],
])('an axis of %d hours has its ticks at round local times', (hours, ticks) => {
  expect(axisTicks(axisOf(hours)).map(clock)).toEqual(ticks);
});

it('labels times and now, shows dates at midnight, and omits labels that would overlap now', () => {
  const labels = (hours: number) =>
    [...render(<AxisHead axis={axisOf(hours)} />).container.querySelectorAll('span')].map(
      ({ textContent }) => textContent,
    );
  expect(labels(24)).toEqual(['20:00', '00:00', '04:00', '08:00', '12:00', 'now']);
  expect(labels(72)).toEqual(['18 Nov', '12:00', '19 Nov', '12:00', '20 Nov', 'now']);
  expect(labels(168)[0]).toBe('15 Nov');
});

it('draws a line below each tick', () => {
  expect(Object.values(tickLines(axisOf(24)))[0]?.match(/linear-gradient/g)).toHaveLength(6);
});

function drawBar(bar: Partial<Parameters<typeof OutageBar>[0]>) {
  const axis = axisOf(10);
  const { container } = render(
    <OutageBar
      axis={axis}
      tone="down"
      startedAt={axis.from + hour}
      endedAt={axis.from + 3 * hour}
      isOpen={false}
      {...bar}
    />,
  );
  const mark = container.querySelector('i') as HTMLElement;
  const { left, right, width } = mark.style;
  return { left, right, width, tone: mark.dataset.tone, className: mark.className };
}

it('an outage spans its part of the axis, and an open one extends to now', () => {
  const { to } = axisOf(10);
  expect(drawBar({})).toMatchObject({ left: '10%', width: '20%' });
  expect(drawBar({ startedAt: to - hour, endedAt: null, isOpen: true })).toMatchObject({ right: '0%', width: '10%' });
});

it('clips an outage that began earlier to the left edge, and keeps all bars on the axis', () => {
  const { from, to } = axisOf(10);
  expect(drawBar({ startedAt: null, endedAt: from + hour })).toMatchObject({ left: '0%', width: '10%' });
  expect(drawBar({ startedAt: from - hour, endedAt: to + hour })).toMatchObject({ left: '0%', width: '100%' });
});

it('keeps the shortest outage visible and within the axis', () => {
  const { to } = axisOf(10);
  const short = drawBar({ startedAt: to - 1, endedAt: to });
  expect(short.className).toContain('min-w-1.5');
  expect(short).toMatchObject({ left: '', right: '0%' });
});

it('marks only the start of an outage with an unknown end', () => {
  expect(drawBar({ endedAt: null })).toMatchObject({ left: '10%', width: '0%' });
});

it('gives each tone its own shape, so that colour is not needed', () => {
  const shapeOf = (tone: 'down' | 'warn' | 'none') =>
    drawBar({ tone }).className.replaceAll(/(bg|border)-\(--\w+-g\)/g, '');
  expect(new Set((['down', 'warn', 'none'] as const).map(shapeOf)).size).toBe(3);
});
