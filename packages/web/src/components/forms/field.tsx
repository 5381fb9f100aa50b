import { type ReactNode, useId } from 'react';
import { ToneIcon } from '../tones/tone-icon.tsx';

export interface FieldProps {
  label: string;
  isOptional?: boolean | undefined;
  /** Hint about valid input, replaced by an error. */
  hint?: ReactNode;
  error?: string | undefined;
}

/** ARIA attributes that connect a control to its label, hint and error. */
interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function Field({
  label,
  isOptional,
  hint,
  error,
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {isOptional ? <span className="font-normal text-(--muted)"> (optional)</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote ? <FieldNote id={noteId} hint={hint} error={error} /> : null}
    </div>
  );
}

function FieldNote({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  if (error === undefined) {
    return (
      <p id={id} className="text-xs text-(--muted)">
        {hint}
      </p>
    );
  }
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-(--down-fg)">
      <span className="mt-0.5">
        <ToneIcon tone="down" />
      </span>
      {error}
    </p>
  );
}
