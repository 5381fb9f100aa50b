import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Rail } from './rail.tsx';

it('shows each series in the given order and switches it off and on', async () => {
  const onToggle = vi.fn();
  const onSolo = vi.fn();
  const line = { color: 'red', dash: undefined };
  render(
    <Rail
      title="22 Nov, 03:00"
      lines={[
        { ...line, id: '1', label: 'Checkout', value: '1.28s', isShown: true },
        { ...line, id: '2', label: 'Search', value: '0.61s', isShown: false },
      ]}
      onToggle={onToggle}
      onSolo={onSolo}
    />,
  );
  expect(screen.getByText('22 Nov, 03:00')).toBeVisible();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Checkout1.28s', 'Search0.61s']);
  await userEvent.click(screen.getByRole('button', { pressed: false }));
  expect(onToggle).toHaveBeenCalledWith('2');
  await userEvent.dblClick(screen.getByRole('button', { name: /Checkout/ }));
  expect(onSolo.mock.calls).toEqual([['1']]);
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  expect(onSolo).toHaveBeenCalledTimes(2);
});
