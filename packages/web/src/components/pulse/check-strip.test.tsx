import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CheckStrip } from './check-strip.tsx';

const draw = (states: string) =>
  render(<CheckStrip of="Checkout" checks={{ states, ms: [...states].map(() => 400) }} threshold={5} count={6} />);

it('describes its bars as text', () => {
  draw('uuusd');
  expect(screen.getByRole('img', { name: 'Last 5 checks of Checkout: 3 up, 1 slow, 1 failed' })).toBeVisible();
});

it('shows that there are no checks yet', () => {
  draw('');
  expect(screen.getByRole('img', { name: 'No checks of Checkout yet' })).toBeVisible();
});

it('draws one path for each state, and dots for missing checks', () => {
  draw('uuusd');
  const paths = [...screen.getByRole('img').querySelectorAll('path')];
  expect(paths.map((path) => path.dataset.tone)).toEqual(['up', 'warn', 'down', 'none']);
});
