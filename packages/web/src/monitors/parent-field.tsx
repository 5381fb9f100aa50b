import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { Field } from '../components/forms/field.tsx';
import { useThrottledValue } from '../components/states/use-throttled-value.ts';
import { useMonitorName } from './use-target-names.ts';

interface ParentFieldProps {
  parentId: number | null;
  /** The edited monitor, which cannot be its own parent; null for a new one. */
  ownId: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
}

const hint = 'While it is down, notifications of this monitor wait';

/** The parent of a monitor: its name with a button that removes it, or a search over all monitors. */
export function ParentField({ parentId, ownId, error, onChange }: ParentFieldProps) {
  const fields = useRef<HTMLDivElement>(null);
  const shownId = useRef(parentId);
  useEffect(() => {
    // The field that had the focus was replaced.
    if (shownId.current !== parentId) fields.current?.querySelector('input')?.focus();
    shownId.current = parentId;
  }, [parentId]);
  return (
    <div ref={fields} className="grid grid-cols-[minmax(0,1fr)]">
      {parentId === null ? (
        <ParentSearch ownId={ownId} error={error} onChange={onChange} />
      ) : (
        <Chosen parentId={parentId} error={error} onRemove={() => onChange(null)} />
      )}
    </div>
  );
}

interface ChosenProps {
  parentId: number;
  error: string | undefined;
  onRemove: () => void;
}

const Chosen = ({ parentId, error, onRemove }: ChosenProps) => (
  <Field label="Parent" isOptional hint={hint} error={error}>
    {(attributes) => (
      <span className="relative grid">
        <ParentName id={parentId} attributes={attributes} />
        <button
          type="button"
          aria-label="Remove the parent"
          className="absolute inset-y-0 right-0 inline-flex w-9 cursor-pointer items-center justify-center text-(--muted) hover:text-(--text) pointer-coarse:w-11"
          onClick={onRemove}
        >
          <X aria-hidden="true" size={14} />
        </button>
      </span>
    )}
  </Field>
);

const ParentName = ({ id, attributes }: { id: number; attributes: object }) => (
  <input className="control w-full truncate pr-9" readOnly {...attributes} value={useMonitorName(id)} />
);

/** Rows of the list of results. */
const foundMonitors = 8;
const searchDelayMs = () => 200;

const found = (q: string) => ({
  queryKey: ['all-monitors', 'found', q],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await (await api()).monitors.list({ query: { q, sort: 'name', limit: foundMonitors + 1 }, signal })).monitors,
  placeholderData: keepPreviousData,
});

type ParentSearchProps = Omit<ParentFieldProps, 'parentId'>;

/** Search field with a list of results, which arrow keys walk through. */
function ParentSearch({ ownId, error, onChange }: ParentSearchProps) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useThrottledValue(search.trim(), searchDelayMs);
  const { data = [], isPlaceholderData } = useQuery({ ...found(asked), enabled: isOpen });
  /** Not those of an earlier text. */
  const areFound = asked === search.trim() && !isPlaceholderData;
  const options = data.filter(({ id }) => id !== ownId).slice(0, foundMonitors);
  const current = options[active];
  const isShown = isOpen && options.length > 0;
  const optionId = (id: number) => `${listId}-${id}`;
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isShown ? setActive(Math.min(active + 1, options.length - 1)) : setIsOpen(true)),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    // Enter would submit the form.
    Enter: () => (isShown && areFound && current ? onChange(current.id) : undefined),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const press = keys[event.key];
    if (press) {
      event.preventDefault();
      press();
    } else if (event.key === 'Escape' && isShown) {
      // Closes the list only, not the dialog.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  };
  return (
    <Field label="Parent" isOptional hint={hint} error={error}>
      {(attributes) => (
        <span className="relative grid">
          <input
            {...attributes}
            type="text"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={isShown && current ? optionId(current.id) : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            className="control w-full"
            placeholder="Search all monitors…"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setActive(0);
              setIsOpen(true);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={onKeyDown}
          />
          <div
            role="listbox"
            id={listId}
            aria-label="Monitors"
            hidden={!isShown}
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-lg border border-(--border-strong) bg-(--pop) p-1 [box-shadow:var(--shadow)]"
          >
            {options.map((monitor, at) => (
              <Option
                key={monitor.id}
                id={optionId(monitor.id)}
                monitor={monitor}
                isActive={at === active}
                onChoose={() => onChange(monitor.id)}
              />
            ))}
          </div>
        </span>
      )}
    </Field>
  );
}

interface OptionProps {
  id: string;
  monitor: ListedMonitor;
  isActive: boolean;
  onChoose: () => void;
}

const Option = ({ id, monitor: { name, target, website_name }, isActive, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys choose
  <div
    ref={(option) => {
      if (isActive) option?.scrollIntoView({ block: 'nearest' });
    }}
    role="option"
    id={id}
    aria-selected={isActive}
    className="grid min-h-9 cursor-pointer content-center rounded-md px-2 py-1 hover:bg-(--hover) aria-selected:bg-(--none-bg) pointer-coarse:min-h-11"
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <span className="truncate text-[0.8125rem] font-medium">{name}</span>
    <span className="truncate text-xs text-(--muted)">
      {website_name}
      {target ? ` · ${target}` : ''}
    </span>
  </div>
);
