import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Verdict } from './verdict.tsx';

it('announces the sentence to screen readers when it changes, with details beside it', () => {
  const { rerender } = render(<Verdict tone="up" sentence="All Systems Operational" />);
  expect(screen.getByText('All Systems Operational')).toHaveAttribute('aria-live', 'polite');
  rerender(<Verdict tone="down" sentence="1 of 2 websites has an issue" detail="Checkout" />);
  expect(screen.getByText('1 of 2 websites has an issue')).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText('Checkout')).toBeVisible();
});
