import { render, screen, within } from '@testing-library/react';
import type { PhaseHistory } from '@upvigil/core/contract/phases';
import { expect, it } from 'vitest';
import { PhaseChart } from './phase-chart.tsx';

const at = (quarter: number) => new Date(Date.UTC(2026, 10, 20, 10, quarter * 15)).toISOString();
const none = { dns: null, connect: null, tls: null, first_byte: null, transfer: null };
const history: PhaseHistory = [
  { time: at(0), checks: 15, phases: { ...none, connect: 0.01, first_byte: 0.03 } },
  { time: at(1), checks: 0, phases: null },
  { time: at(2), checks: 15, phases: { ...none, connect: 0.02, first_byte: 0.06 } },
  { time: at(3), checks: 0, phases: null },
];
const columns = () => [...document.querySelectorAll('svg g')];
/** Top and bottom of each visible phase of a column in px. */
const extents = (column: Element | undefined) =>
  [...(column?.querySelectorAll('rect') ?? [])].flatMap((rect) => {
    const [top, height] = ['y', 'height'].map((name) => Number(rect.getAttribute(name)));
    return height === 0 ? [] : [[top, (top ?? 0) + (height ?? 0)].map((edge) => Math.round(edge ?? 0))];
  });

it('stacks the phases of each quarter of an hour on an axis with its unit, and leaves gaps where nothing was measured', () => {
  render(<PhaseChart history={history} of="https://example.org/" />);
  const chart = within(screen.getByRole('region', { name: 'Time by phase of https://example.org/' }));
  expect(chart.getByRole('img', { name: 'Mean phases of 15 minutes, up to 80.0 ms' })).toBeInTheDocument();
  expect(columns()).toHaveLength(2);
  expect(extents(columns()[0])).toEqual([
    [86, 96],
    [58, 86],
  ]);
  expect(extents(columns()[1])).toEqual([
    [77, 96],
    [19, 77],
  ]);
  expect(columns()[1]?.querySelector('title')).toHaveTextContent('Connect 20.0 ms, First byte 60.0 ms');
});

it('says what each colour is, and the newest time of each phase', () => {
  render(<PhaseChart history={history} of="Edge" />);
  const names = screen.getAllByRole('term');
  expect(names.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    ...['DNS', 'Connect20.0 ms', 'TLS', 'First byte60.0 ms', 'Transfer'],
  ]);
});

it('has an axis from 0 in the unit that reads best', () => {
  const slow = history.map((point) => ({ ...point, phases: point.phases && { ...none, first_byte: 1.892 } }));
  const { container } = render(<PhaseChart history={slow} of="Edge" />);
  const [axis] = container.querySelectorAll('ol');
  expect([...(axis?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['0s', '1s', '2s', '3s']);
  expect(screen.getByRole('img', { name: 'Mean phases of 15 minutes, up to 1.9 s' })).toBeInTheDocument();
});

it.each([
  ['nothing was measured', [{ time: at(0), checks: 0, phases: null }]],
  ['there is no history', []],
  ['nothing took any time', [{ time: at(0), checks: 1, phases: { ...none, connect: 0 } }]],
])('is not there where %s', (_when, empty) => {
  const { container } = render(<PhaseChart history={empty} of="Edge" />);
  expect(container).toBeEmptyDOMElement();
});
