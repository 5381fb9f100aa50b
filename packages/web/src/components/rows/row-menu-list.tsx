import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { RowIcon, type RowIconName } from './row-icon.tsx';

export interface RowMenuItem {
  text: string;
  /** The text with the name of the object. */
  label: string;
  /** Of an action that destroys nothing; without it the action deletes. */
  icon?: RowIconName;
  onSelect: () => void;
}

interface RowMenuListProps {
  items: readonly RowMenuItem[];
  trigger: ReactElement;
}

/** The menu of a row or a page. Opened when it is rendered. */
export function RowMenuList({ items, trigger }: RowMenuListProps) {
  const place = useRef<HTMLSpanElement>(null);
  const chosen = useRef<(() => void) | null>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // Rows are contained, so that a menu inside them would be cut off.
  useLayoutEffect(() => {
    setContainer(place.current?.closest('dialog') ?? document.getElementById('content'));
  }, []);
  // Radix first returns the focus to the button, to which a question returns it later.
  const runChosen = () => {
    if (chosen.current) queueMicrotask(chosen.current);
    chosen.current = null;
  };
  return (
    <span ref={place} className="contents">
      {/* Not modal: Radix locks scrolling with an inline style sheet, which the content security policy forbids. */}
      <DropdownMenu.Root modal={false} defaultOpen>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
        <DropdownMenu.Portal container={container}>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            collisionPadding={16}
            onCloseAutoFocus={runChosen}
            className="z-50 min-w-44 rounded-xl border border-(--border) bg-(--pop) p-1 text-(--text) [box-shadow:var(--shadow)]"
          >
            {items.map(({ text, label, icon, onSelect }) => (
              <DropdownMenu.Item
                key={text}
                aria-label={label}
                onSelect={() => {
                  chosen.current = onSelect;
                }}
                className={`flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none ${icon ? 'data-highlighted:bg-(--none-bg)' : 'text-(--down-fg) data-highlighted:bg-(--down-bg)'} max-md:min-h-11 pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2`}
              >
                <RowIcon of={icon ?? 'remove'} />
                {text}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </span>
  );
}
