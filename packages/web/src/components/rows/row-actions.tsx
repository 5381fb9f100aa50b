import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { RowIcon } from './row-icon.tsx';

interface RowActionProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'title'> {
  /** What it does, where the pointer rests and on small screens. */
  text: string;
  /** The same with what it is done to. */
  'aria-label': string;
  icon: ReactNode;
  isBusy?: boolean;
}

const buttonClass =
  'inline-flex size-8 cursor-pointer items-center justify-center gap-2 rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) aria-busy:cursor-progress aria-expanded:bg-(--none-bg) aria-expanded:text-(--text)';

/** An icon that does something to its row. While busy a second press does nothing. */
export const RowAction = ({ text, icon, isBusy = false, onClick, ...rest }: RowActionProps) => (
  <button
    {...rest}
    type="button"
    title={text}
    aria-busy={isBusy || undefined}
    className={`${buttonClass} touch:h-11 touch:w-auto touch:px-3 touch:after:text-xs touch:after:font-medium touch:after:content-[attr(title)] motion-safe:aria-busy:[&>svg]:animate-spin`}
    onClick={isBusy ? undefined : onClick}
  >
    {icon}
  </button>
);

interface NamedActionProps {
  /** The name of what the row shows. */
  of: string;
  onClick: () => void;
}

export const EditAction = ({ of, onClick }: NamedActionProps) => (
  <RowAction text="Edit" aria-label={`Edit ${of}`} icon={<RowIcon of="edit" />} onClick={onClick} />
);

export const DeleteAction = ({ of, onClick }: NamedActionProps) => (
  <RowAction text="Delete" aria-label={`Delete ${of}`} icon={<RowIcon of="remove" />} onClick={onClick} />
);

/** The actions of a row: icons side by side; for fingers and on small screens a line below the row that one button opens. */
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
