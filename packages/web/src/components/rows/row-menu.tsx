import { type ComponentProps, Suspense, useState } from 'react';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { RowIcon } from './row-icon.tsx';
import type { RowMenuItem } from './row-menu-list.tsx';

const RowMenuList = lazyPart(async () => ({ default: (await import('./row-menu-list.tsx')).RowMenuList }));

interface RowMenuProps {
  /** Name of the object in the row. */
  of: string;
  /** Rare and destructive actions. */
  items: readonly RowMenuItem[];
}

const MenuButton = ({ of, ...props }: ComponentProps<'button'> & { of: string }) => (
  <button
    type="button"
    aria-label={`More actions for ${of}`}
    title="More actions"
    {...props}
    className="relative z-1 inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) data-[state=open]:bg-(--none-bg) data-[state=open]:text-(--text) max-md:size-11 pointer-coarse:size-11"
  >
    <RowIcon of="more" size={18} />
  </button>
);

/** Button '⋯' of a row, with the actions that are not wanted by accident. The code of the menu is loaded on first use. */
export function RowMenu({ of, items }: RowMenuProps) {
  const [isAsked, setIsAsked] = useState(false);
  const closed = <MenuButton of={of} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsAsked(true)} />;
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <RowMenuList items={items} trigger={<MenuButton of={of} />} />
    </Suspense>
  );
}
