import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../basics/button.tsx';

/** Related fields under a legend. */
export const FieldGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <Legend>{legend}</Legend>
    <div className="grid gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
);

const Legend = ({ children }: { children: ReactNode }) => (
  <legend className="mb-2 text-[0.8125rem] font-semibold text-(--muted)">{children}</legend>
);

interface RowGroupProps {
  legend: string;
  /** Label of the Add button. */
  add: string;
  most: number;
  /** Number of rows. */
  count: number;
  onAdd: () => void;
  onRemove: (at: number) => void;
  /** Accessible name of a row, such as 'Header 1'. */
  name: (at: number) => string;
  /** Grid classes that place the fields of a row. */
  columns: string;
  /** Fields of one row. */
  children: (at: number) => ReactNode;
}

/** A list of rows with several fields each, up to a limit. A new row gets the focus. */
export function RowGroup(props: RowGroupProps) {
  const { legend, add, most, count, onAdd, onRemove, name, columns, children } = props;
  /** Removing a row shifts the following values, so all rows get new keys. */
  const [removed, setRemoved] = useState(0);
  const keys = Array.from({ length: count }, (_, at) => `${removed}.${at}`);
  const adding = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wasAdded = useRef(false);
  const isFull = count >= most;
  useEffect(() => {
    if (!wasAdded.current || count === 0) return;
    wasAdded.current = false;
    list.current?.querySelector<HTMLElement>('fieldset:last-of-type :is(input, select)')?.focus();
  }, [count]);
  return (
    <fieldset className="min-w-0">
      <Legend>{legend}</Legend>
      <div ref={list} className="grid justify-items-start gap-3">
        {keys.map((key, at) => (
          <fieldset key={key} className="relative w-full min-w-0 rounded-lg border border-(--border-strong) p-3">
            <legend className="sr-only">{name(at)}</legend>
            <div className={`grid items-start gap-3 ${columns}`}>{children(at)}</div>
            <RemoveButton
              of={name(at)}
              onClick={() => {
                onRemove(at);
                setRemoved(removed + 1);
                adding.current?.focus();
              }}
            />
          </fieldset>
        ))}
        <div className="flex flex-wrap items-center gap-x-3">
          <Button
            ref={adding}
            size="small"
            icon={<Plus aria-hidden="true" size={14} />}
            aria-disabled={isFull || undefined}
            onClick={() => {
              if (isFull) return;
              wasAdded.current = true;
              onAdd();
            }}
          >
            {add}
          </Button>
          {isFull ? <span className="text-xs text-(--muted)">{`At most ${most}`}</span> : null}
        </div>
      </div>
    </fieldset>
  );
}

const RemoveButton = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={`Remove ${of.toLowerCase()}`}
    className="absolute top-0 right-0 inline-flex size-8 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) pointer-coarse:size-11"
    onClick={onClick}
  >
    <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
  </button>
);
