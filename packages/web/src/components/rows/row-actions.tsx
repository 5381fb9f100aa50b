import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { RowIcon } from './row-icon.tsx';
import { RowMenu } from './row-menu.tsx';
import type { RowMenuItem } from './row-menu-list.tsx';

interface RowActionProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'title'> {
  /** Tooltip, and label on small screens. */
  text: string;
  /** The text with the name of the target. */
  'aria-label': string;
  icon: ReactNode;
  isBusy?: boolean;
  /** The press is a request: disabled while the server cannot be reached. */
  isRequest?: boolean;
}

const buttonClass =
  'inline-flex size-8 cursor-pointer disabled:cursor-not-allowed disabled:opacity-50 items-center justify-center gap-2 rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) aria-busy:cursor-progress aria-expanded:bg-(--none-bg) aria-expanded:text-(--text)';

/** Icon button of a row. While busy, further presses have no effect. */
export function RowAction({ text, icon, isBusy = false, isRequest = false, onClick, ...rest }: RowActionProps) {
  const lacksServer = useIsAway() && isRequest;
  return (
    <button
      {...rest}
      type="button"
      title={lacksServer ? `${text}: ${needsServer}` : text}
      disabled={rest.disabled || lacksServer}
      aria-busy={isBusy || undefined}
      className={`${buttonClass} touch:h-11 touch:w-auto touch:px-3 touch:after:text-xs touch:after:font-medium touch:after:content-[attr(title)] motion-safe:aria-busy:[&>svg]:animate-spin`}
      onClick={isBusy ? undefined : onClick}
    >
      {icon}
    </button>
  );
}

interface NamedActionProps {
  /** Name of the row's object. */
  of: string;
  onClick: () => void;
}

export const EditAction = ({ of, onClick }: NamedActionProps) => (
  <RowAction text="Edit" aria-label={`Edit ${of}`} icon={<RowIcon of="edit" />} onClick={onClick} />
);

/** Rare actions, in the menu of the row. On touch screens, all actions are in one already. */
function MenuActions({ of, items }: { of: string; items: readonly RowMenuItem[] }) {
  return (
    <>
      {items.map(({ text, label, icon = 'remove', onSelect }) => (
        <span key={text} className="contents not-touch:hidden">
          <RowAction text={text} aria-label={label} icon={<RowIcon of={icon} />} onClick={onSelect} />
        </span>
      ))}
      <span className="contents touch:hidden">
        <RowMenu of={of} items={items} />
      </span>
    </>
  );
}

/** Delete in the menu of the row, after Duplicate if it can be duplicated. */
export function DeleteAction({ of, onClick, onDuplicate }: NamedActionProps & { onDuplicate?: () => void }) {
  const duplicate = { text: 'Duplicate', label: `Duplicate ${of}`, icon: 'duplicate' } as const;
  const remove = { text: 'Delete', label: `Delete ${of}`, onSelect: onClick };
  return <MenuActions of={of} items={onDuplicate ? [{ ...duplicate, onSelect: onDuplicate }, remove] : [remove]} />;
}

/** Actions of a row: icons side by side; on touch and small screens, a line below the row that one button opens. */
export function RowActions({ of, children }: { of: string; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Actions for ${of}`}
        aria-expanded={isShown}
        className={`${buttonClass} touch:size-11 not-touch:hidden`}
        onClick={() => setIsShown(!isShown)}
      >
        <RowIcon of="more" size={18} />
      </button>
      <div
        className={`flex justify-end touch:col-span-full touch:flex-wrap touch:justify-start not-touch:-my-1 ${isShown ? '' : 'touch:hidden'}`}
      >
        {children}
      </div>
    </>
  );
}
