import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Elapsed } from './elapsed.tsx';

it('says the exact time of what is too short to be shown', () => {
  render(<Elapsed seconds={0.002134} />);
  expect(screen.getByText('<0.01s')).toHaveAttribute('title', '2.13 ms');
});

it('needs no title where the figure says it all', () => {
  render(<Elapsed seconds={0.0214} kind="ICMP_PING" />);
  expect(screen.getByText('21.4ms')).not.toHaveAttribute('title');
});
