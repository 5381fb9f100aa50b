import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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

it('is an item of a list that opens a panel below itself, named by the button that opens it', () => {
  draw(true);
  const button = screen.getByRole('button', { expanded: true });
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(panel).toContainElement(screen.getByText('Checks of a day'));
  expect(screen.getByRole('listitem')).toContainElement(panel);
});

it('draws nothing of a panel that is closed', () => {
  draw(false);
  expect(screen.queryByText('Checks of a day')).toBeNull();
});
