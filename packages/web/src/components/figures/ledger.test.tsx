import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Ledger, LedgerFigure } from './ledger.tsx';

it('is a list of figures with name, graphic and change', () => {
  render(
    <Ledger columns={4}>
      <LedgerFigure
        label="URLs"
        value={48}
        graphic={<svg role="img" aria-label="URLs by state" />}
        sub="45 up"
        change="2 more"
      />
      <LedgerFigure label="Network Services" value={16} />
    </Ledger>,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['URLs', 'Network Services']);
  expect(screen.getAllByRole('definition').map((shown) => shown.textContent)).toEqual(['48', '', '45 up2 more', '16']);
  expect(screen.getByRole('img', { name: 'URLs by state' })).toBeVisible();
});

it('leaves no empty cell with five figures in two columns', () => {
  const { container } = render(
    <Ledger columns={5}>
      <LedgerFigure label="Outages" value={1} />
    </Ledger>,
  );
  expect(container.firstChild).toHaveClass('max-lg:*:last:col-span-2', 'lg:grid-cols-5');
});

it('reserves the space of a loading figure and marks it as busy', () => {
  const { container } = render(
    <Ledger columns={6} busy>
      <LedgerFigure label="URLs" value={null} sub="" />
    </Ledger>,
  );
  expect(container.firstChild).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('definition')).toHaveLength(2);
});
