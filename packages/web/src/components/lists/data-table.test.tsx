import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

interface Row {
  id: number;
  name: string;
}
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sorts: ['name', 'name-down'] },
  { id: 'id', header: 'Number', cell: ({ id }) => id, align: 'end' },
];

function draw(sort?: string) {
  const chosen: string[] = [];
  const rows = [
    { id: 7, name: 'Shop' },
    { id: 8, name: 'Docs' },
  ];
  const how = sort === undefined ? {} : { sort, onSort: (next: string) => chosen.push(next) };
  render(<DataTable caption="Websites" columns={columns} rows={rows} rowKey={({ id }) => id} {...how} />);
  return chosen;
}

describe('a table', () => {
  it('is named, and each row by its first column', () => {
    draw();
    expect(screen.getByRole('table', { name: 'Websites' })).toBeVisible();
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Shop', 'Docs']);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['7', '8']);
  });

  it.each([
    ['name', 'ascending', 'name-down'],
    ['name-down', 'descending', 'name'],
    ['issues', 'none', 'name'],
  ])('that is sorted by "%s" says %s, and a press on the header requests "%s"', (sort, direction, next) => {
    const chosen = draw(sort);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', direction);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(chosen).toEqual([next]);
    expect(screen.queryByRole('button', { name: 'Number' })).toBeNull();
  });

  it('has no buttons if it is not sortable', () => {
    draw();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
