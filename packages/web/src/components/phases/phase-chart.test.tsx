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

it('stacks the phases of each 15 minutes, scales to the longest, and leaves gaps without measurements', () => {
  render(<PhaseChart history={history} of="https://example.org/" />);
  const chart = within(screen.getByRole('region', { name: 'Where the time goes of https://example.org/' }));
  expect(chart.getByRole('img', { name: 'Mean phases of 15 minutes, up to 80 ms' })).toBeInTheDocument();
  expect(columns()).toHaveLength(2);
  expect(extents(columns()[0])).toEqual([
    [84, 96],
    [48, 84],
  ]);
  expect(extents(columns()[1])).toEqual([
    [72, 96],
    [0, 72],
  ]);
  expect(columns()[1]?.querySelector('title')).toHaveTextContent('Connect 20.0 ms, First byte 60.0 ms');
});

it('describes the latest figures as text and has a legend', () => {
  render(<PhaseChart history={history} of="Edge" />);
  expect(screen.getByText('Last: Connect 20.0 ms, First byte 60.0 ms')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['DNS', 'Connect', 'TLS', 'First byte', 'Transfer'],
  ]);
});

it.each([
  ['nothing was measured', [{ time: at(0), checks: 0, phases: null }]],
  ['there is no history', []],
  ['nothing took any time', [{ time: at(0), checks: 1, phases: { ...none, connect: 0 } }]],
])('is not there where %s', (_when, empty) => {
  const { container } = render(<PhaseChart history={empty} of="Edge" />);
  expect(container).toBeEmptyDOMElement();
});
