import { Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { type AlertActions, clearAllLabel, clearOldLabel } from './use-alert-actions.ts';

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-[0.8125rem] font-medium whitespace-nowrap text-(--down-fg) data-highlighted:bg-(--none-bg) max-md:min-h-11 pointer-coarse:min-h-11';

/** Destructive actions. Each asks for confirmation. Opened when it is rendered. */
export const MoreMenu = ({ actions, trigger }: { actions: AlertActions; trigger: ReactElement }) => (
  // Not modal: what locks the scrolling writes a style sheet into the page, which its policy forbids.
  <DropdownMenu.Root modal={false} defaultOpen>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    {/* In its place, so that it is within the main part of the page. */}
    <DropdownMenu.Content
      align="end"
      sideOffset={6}
      collisionPadding={16}
      className="z-50 min-w-62 rounded-xl border border-(--border) bg-(--pop) p-1.5 [box-shadow:var(--shadow)]"
    >
      <DropdownMenu.Item className={itemClass} onSelect={() => void actions.clearOld()}>
        <Trash2 aria-hidden="true" size={16} />
        {clearOldLabel}
      </DropdownMenu.Item>
      <DropdownMenu.Item className={itemClass} onSelect={() => void actions.clearAll()}>
        <Trash2 aria-hidden="true" size={16} />
        {clearAllLabel}
      </DropdownMenu.Item>
    </DropdownMenu.Content>
  </DropdownMenu.Root>
);
