import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Elapsed } from './elapsed.tsx';

it('shows the exact value as a tooltip if it is rounded', () => {
  render(<Elapsed seconds={0.002134} />);
  expect(screen.getByText('<0.01s')).toHaveAttribute('title', '2.13 ms');
});

it('has no tooltip if the value is exact', () => {
  render(<Elapsed seconds={0.0214} kind="ICMP_PING" />);
  expect(screen.getByText('21.4ms')).not.toHaveAttribute('title');
});
