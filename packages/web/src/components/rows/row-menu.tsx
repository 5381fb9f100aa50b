import { type ComponentProps, Suspense, useState } from 'react';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { RowIcon } from './row-icon.tsx';
import type { RowMenuItem } from './row-menu-list.tsx';

const RowMenuList = lazyPart(async () => ({ default: (await import('./row-menu-list.tsx')).RowMenuList }));

interface RowMenuProps {
  /** Name of the object in the row; absent in the heading of a page. */
  of?: string;
  /** Rare and destructive actions. */
  items: readonly RowMenuItem[];
}

const rowClass =
  'relative z-1 size-8 hover:bg-(--none-bg) hover:text-(--text) data-[state=open]:bg-(--none-bg) data-[state=open]:text-(--text)';
const headingClass = 'size-9 border border-(--border-strong) bg-(--surface) hover:bg-(--hover)';

const MenuButton = ({ of, ...props }: ComponentProps<'button'> & { of: string | undefined }) => (
  <button
    type="button"
    aria-label={of === undefined ? 'More actions' : `More actions for ${of}`}
    title="More actions"
    {...props}
    className={`inline-flex shrink-0 cursor-pointer items-center justify-center rounded-lg text-(--muted) max-md:size-11 pointer-coarse:size-11 ${of === undefined ? headingClass : rowClass}`}
  >
    <RowIcon of="more" size={18} />
  </button>
);

/** Button '⋯' with rare and destructive actions. The code of the menu is loaded on first use. */
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
