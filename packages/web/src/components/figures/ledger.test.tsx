import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Ledger, LedgerFigure } from './ledger.tsx';

it('is a list of figures with their names, their graphic and their change', () => {
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

it('five figures leave no hole where they do not stand side by side', () => {
  const { container } = render(
    <Ledger columns={5}>
      <LedgerFigure label="Outages" value={1} />
    </Ledger>,
  );
  expect(container.firstChild).toHaveClass('max-lg:*:last:col-span-2', 'lg:grid-cols-5');
});

it('keeps the place of a figure that is loading, and says that it loads', () => {
  const { container } = render(
    <Ledger columns={6} busy>
      <LedgerFigure label="URLs" value={null} sub="" />
    </Ledger>,
  );
  expect(container.firstChild).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('definition')).toHaveLength(2);
});
