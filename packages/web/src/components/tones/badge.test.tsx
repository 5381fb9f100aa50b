import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Badge } from './badge.tsx';

it('shows each state as a word and a distinct icon', () => {
  const marks = (['up', 'warn', 'down', 'none'] as const).map((tone) => {
    render(<Badge tone={tone}>{tone}</Badge>);
    return screen.getByText(tone).querySelector('path')?.getAttribute('d');
  });
  expect(new Set(marks).size).toBe(4);
});
