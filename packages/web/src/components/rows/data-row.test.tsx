import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setUpUser } from '../../testing/render-page.tsx';
import { DataRow } from './data-row.tsx';

const draw = (isOpen: boolean) =>
  render(
    <ul>
      <DataRow columns="1fr auto" isOpen={isOpen} panel={<p>Checks of a day</p>}>
        {(panelId) => (
          <button type="button" aria-expanded={isOpen} aria-controls={panelId}>
            History
          </button>
        )}
      </DataRow>
    </ul>,
  );

it('is a list item that opens a panel below, labelled by its button', () => {
  draw(true);
  const button = screen.getByRole('button', { expanded: true });
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(panel).toContainElement(screen.getByText('Checks of a day'));
  expect(screen.getByRole('listitem')).toContainElement(panel);
});

it('does not render a closed panel', () => {
  draw(false);
  expect(screen.queryByText('Checks of a day')).toBeNull();
});

it('opens by a click anywhere in the row, except on its controls', async () => {
  const toggle = vi.fn();
  render(
    <ul>
      <DataRow columns="1fr auto" onToggle={toggle}>
        {() => (
          <>
            <p>shop.example.org</p>
            <button type="button">Check now</button>
          </>
        )}
      </DataRow>
    </ul>,
  );
  const user = setUpUser();
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(toggle).not.toHaveBeenCalled();
  await user.click(screen.getByText('shop.example.org'));
  expect(toggle).toHaveBeenCalledTimes(1);
});
