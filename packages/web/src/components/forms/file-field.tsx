import { X } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from '../basics/button.tsx';

interface FileFieldProps {
  label: string;
  /** Value of the `accept` attribute. */
  accept: string;
  hint: string;
  file: File | null;
  onChoose: (file: File | null) => void;
}

/** File field with a button and drag and drop. Shows the file name and a Remove button. */
export function FileField({ label, accept, hint, file, onChoose }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };
  // Clears the input: browsers report no change when the same file is selected again.
  useEffect(() => {
    if (file === null && input.current) input.current.value = '';
  }, [file]);
  const takeBack = () => {
    onChoose(null);
    input.current?.focus();
  };
  return (
    <fieldset
      className={`grid min-w-0 gap-2 rounded-md border border-dashed p-3 ${isOver ? 'border-(--accent) bg-(--accent-subtle)' : 'border-(--control)'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <legend className="sr-only">{label}</legend>
      <span className="flex min-w-0 flex-wrap items-center gap-3">
        <span className="relative">
          <input
            ref={input}
            id={id}
            type="file"
            accept={accept}
            aria-describedby={`${id}-hint`}
            className="peer absolute inset-0 cursor-pointer opacity-0"
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          />
          <label
            htmlFor={id}
            className={`${buttonClass()} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--accent)`}
          >
            {label}
          </label>
        </span>
        {file ? <ChosenFile name={file.name} onTakeBack={takeBack} /> : null}
      </span>
      <p id={`${id}-hint`} className="text-xs text-(--muted)">
        {hint}
      </p>
    </fieldset>
  );
}

function ChosenFile({ name, onTakeBack }: { name: string; onTakeBack: () => void }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 wrap-anywhere">{name}</code>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) pointer-coarse:size-11"
        onClick={onTakeBack}
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
    </span>
  );
}
