import { render, screen } from '@testing-library/react';
import { phaseNames } from '@upvigil/core/contract/names/states';
import { expect, it } from 'vitest';
import { PhaseBar, phaseColours } from './phase-bar.tsx';

const parts = () => [...document.querySelectorAll<HTMLElement>('.h-2\\.5 > [data-graphic]')];

it('lists each measured phase in order with its duration, beside a proportional bar', () => {
  render(<PhaseBar phases={{ dns: null, connect: 0.0042, tls: 0.0358, first_byte: 0.15, transfer: 0.01 }} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Connect', 'TLS', 'First byte', 'Transfer'],
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['4.200 ms', '35.8 ms', '150.0 ms', '10.0 ms'],
  ]);
  const shares = parts().map(({ style }) => Number(style.flexGrow));
  // `flex-grow` values with a sum below 1 do not fill the bar.
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(shares[2]).toBeCloseTo(0.75);
});

it('shows a response without a measurable duration without segments', () => {
  render(<PhaseBar phases={{ dns: null, connect: 0, tls: null, first_byte: 0, transfer: null }} />);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['0.000 ms', '0.000 ms']);
  expect(parts().map(({ style }) => style.flexGrow)).toEqual(['0', '0']);
});

it('hides the decorative bar from screen readers', () => {
  render(<PhaseBar phases={{ dns: 0.01, connect: 0.01, tls: 0.01, first_byte: 0.01, transfer: 0.01 }} />);
  for (const part of parts()) expect(part.closest('[aria-hidden=true]')).not.toBeNull();
  expect(new Set(Object.values(phaseColours)).size).toBe(phaseNames.length);
});
