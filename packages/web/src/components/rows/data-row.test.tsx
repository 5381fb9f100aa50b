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
