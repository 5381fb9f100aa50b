import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { setUpUser } from '../../testing/render-page.tsx';
import { PickList, type PickRow } from './pick-list.tsx';

const shop: PickRow = { key: 'website 1', label: 'Shop', state: 'mixed', isOpen: true };
const rows: readonly PickRow[] = [
  { key: 'all', label: 'All websites', state: 'off' },
  shop,
  { key: 'monitor 11', label: '/', parent: 'Shop', state: 'on', isIncluded: true },
  { key: 'website 2', label: 'Docs', state: 'off', isOpen: false, mark: { label: 'Issues Detected', tone: 'warn' } },
];

function draw(shown: readonly PickRow[] = rows) {
  const onSelect = vi.fn();
  const onOpen = vi.fn();
  const onSubmit = vi.fn();
  function Form() {
    const [search, setSearch] = useState('');
    return (
      <form onSubmit={onSubmit}>
        <PickList
          legend="Websites"
          hint="None selected: all"
          noun="websites"
          rows={shown}
          summary="1 selected"
          search={search}
          onSearch={setSearch}
          empty="Nothing matches the search"
          onSelect={onSelect}
          onOpen={onOpen}
        />
        <button type="button">After</button>
      </form>
    );
  }
  render(<Form />);
  return { user: setUpUser(), onSelect, onOpen, onSubmit };
}
const box = (name: string) => screen.getByRole('checkbox', { name });

it('is a group with its label, hint and number of selected rows', () => {
  draw();
  const group = screen.getByRole('group', { name: 'Websites' });
  expect(group).toHaveAccessibleDescription('None selected: all 1 selected');
  expect(screen.getByRole('status')).toHaveTextContent('1 selected');
  expect(box('Shop')).toBePartiallyChecked();
  expect(box('Docs Issues Detected')).not.toBeChecked();
});

it('is one tab stop, with arrow keys, Home and End', async () => {
  const { user, onSelect, onOpen, onSubmit } = draw();
  await user.tab();
  expect(screen.getByRole('searchbox', { name: 'Search websites' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(box('All websites')).toHaveFocus();
  await user.keyboard('{End}');
  expect(box('Docs Issues Detected')).toHaveFocus();
  await user.keyboard('{ArrowDown} ');
  expect(onSelect).toHaveBeenLastCalledWith('website 2', true);
  await user.keyboard('{ArrowRight}');
  expect(onOpen).toHaveBeenLastCalledWith('website 2', true);
  await user.keyboard('{Home}{ArrowDown}{ArrowLeft}');
  expect(onOpen).toHaveBeenLastCalledWith('website 1', false);
  await user.tab();
  expect(screen.getByRole('button', { name: 'Monitors of Shop' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

it('cannot change an included row', async () => {
  const { user, onSelect } = draw();
  await user.click(box('Shop: /'));
  expect(onSelect).not.toHaveBeenCalled();
  expect(box('Shop: /')).toBeChecked();
  expect(box('Shop: /')).toHaveAttribute('aria-disabled', 'true');
});

it('says that no row matches', async () => {
  draw([]);
  expect(screen.getByText('Nothing matches the search')).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
