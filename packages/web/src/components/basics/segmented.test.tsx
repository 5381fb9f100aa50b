import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Segmented } from './segmented.tsx';

const segments = [
  { id: 'all', label: 'All', count: 12 },
  { id: 'down', label: 'Down', count: 2 },
] as const;

it('is one tab stop: arrow keys move, Enter selects, and the selection cannot be cleared', async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  render(<Segmented label="State" segments={segments} selected="all" onSelect={onSelect} />);
  const [all, down] = screen.getAllByRole('radio');
  expect(screen.getByRole('radio', { checked: true })).toHaveTextContent('All12');
  await user.tab();
  expect(all).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(down).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onSelect).toHaveBeenLastCalledWith('down');
  onSelect.mockClear();
  await user.click(screen.getByRole('radio', { checked: true }));
  expect(onSelect).not.toHaveBeenCalled();
  await user.tab();
  expect(document.body).toHaveFocus();
});
