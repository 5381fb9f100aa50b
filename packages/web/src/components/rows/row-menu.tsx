import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { RowIcon } from './row-icon.tsx';

interface RowMenuItem {
  text: string;
  /** The text with the name of the object. */
  label: string;
  onSelect: () => void;
}

interface RowMenuProps {
  /** Name of the object in the row. */
  of: string;
  /** Rare and destructive actions. */
  items: readonly RowMenuItem[];
}

/** Button '⋯' of a row, with the actions that are not wanted by accident. */
export function RowMenu({ of, items }: RowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // Rows are contained, so that a menu inside them would be cut off.
  const place = () => setContainer(trigger.current?.closest('dialog') ?? document.getElementById('content'));
  return (
    // Not modal: Radix locks scrolling with an inline style sheet, which the content security policy forbids.
    <DropdownMenu.Root modal={false} onOpenChange={place}>
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={`More actions for ${of}`}
        title="More actions"
        className="relative z-1 inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) data-[state=open]:bg-(--none-bg) data-[state=open]:text-(--text) max-md:size-11 pointer-coarse:size-11"
      >
        <RowIcon of="more" size={18} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={16}
          className="z-50 min-w-44 rounded-xl border border-(--border) bg-(--pop) p-1 text-(--text) [box-shadow:var(--shadow)]"
        >
          {items.map(({ text, label, onSelect }) => (
            <DropdownMenu.Item
              key={text}
              aria-label={label}
              // After the focus is back on the button, where a question returns it to.
              onSelect={() => setTimeout(onSelect)}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-(--down-fg) outline-none data-highlighted:bg-(--down-bg) max-md:min-h-11 pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2"
            >
              <RowIcon of="remove" />
              {text}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
