import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import { controlClass } from '../basics/control-class.ts';
import { Badge } from '../tones/badge.tsx';

export interface PickRow {
  key: string;
  label: string;
  /** Name of the row that it belongs to; such a row is indented below it. */
  parent?: string;
  /** Mark of a problem. */
  mark?: { label: string; tone: Tone | InfoTone } | undefined;
  state: 'on' | 'off' | 'mixed';
  /** The row above it includes this one, which therefore cannot be changed. */
  isIncluded?: boolean;
  /** Whether the rows that belong to it are shown; undefined if it has none. */
  isOpen?: boolean | undefined;
}

interface PickListProps {
  legend: string;
  /** Text that says what an empty selection means. */
  hint?: string | undefined;
  error?: string | undefined;
  /** Plural noun of the rows, such as 'websites'. */
  noun: string;
  rows: readonly PickRow[];
  /** 'All websites', or '3 selected'. */
  summary: string;
  search: string;
  onSearch: (text: string) => void;
  /** Text without any row. */
  empty: string;
  /** Rows render again only when this function or their content changes. */
  onSelect: (key: string, isOn: boolean) => void;
  onOpen: (key: string, isOpen: boolean) => void;
}

const inputsIn = (list: HTMLElement): HTMLInputElement[] => [...list.querySelectorAll('input')];

/**
 * Searchable list of checkboxes, for hundreds of rows. The list is one tab stop: arrow keys, Home and End move in it,
 * Space selects, and the right and left arrow keys show and hide the rows below a row.
 */
export function PickList(props: PickListProps) {
  const { legend, hint, error, noun, rows, summary, search, onSearch, empty, onSelect, onOpen } = props;
  const id = useId();
  const searchField = useRef<HTMLInputElement | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const tabStop = rows.some(({ key }) => key === current) ? current : rows[0]?.key;
  const note = error ?? hint;

  const focusRow = (at: number) => {
    if (list.current) inputsIn(list.current).at(at)?.focus();
  };
  const onListKey = (event: KeyboardEvent<HTMLUListElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const inputs = inputsIn(event.currentTarget);
    const at = inputs.indexOf(event.target);
    const row = rows.find(({ key }) => key === inputs[at]?.value);
    switch (event.key) {
      case 'ArrowDown':
        focusRow(Math.min(at + 1, inputs.length - 1));
        break;
      case 'ArrowUp':
        if (at === 0) searchField.current?.focus();
        else focusRow(at - 1);
        break;
      case 'Home':
        focusRow(0);
        break;
      case 'End':
        focusRow(-1);
        break;
      case 'ArrowRight':
      case 'ArrowLeft':
        if (row?.isOpen !== undefined) onOpen(row.key, event.key === 'ArrowRight');
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter would submit the form.
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    focusRow(0);
  };
  return (
    <fieldset className="min-w-0" aria-describedby={note ? `${id}-note ${id}-count` : `${id}-count`}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <input
            ref={searchField}
            type="search"
            aria-label={`Search ${noun}`}
            aria-controls={`${id}-list`}
            aria-invalid={error === undefined ? undefined : true}
            placeholder="Search…"
            className={`${controlClass} flex-1 basis-40`}
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={onSearchKey}
          />
          <p id={`${id}-count`} role="status" className="text-[0.8125rem] text-(--muted)">
            {summary}
          </p>
        </div>
        {rows.length === 0 ? <p className="text-[0.8125rem] text-(--muted)">{empty}</p> : null}
        <ul
          ref={list}
          id={`${id}-list`}
          data-one-stop
          className="max-h-72 overflow-y-auto overscroll-contain rounded-lg border border-(--border-strong) py-1 empty:hidden"
          onKeyDown={onListKey}
        >
          {rows.map(({ key, mark, ...row }) => (
            <Row
              key={key}
              {...row}
              value={key}
              markLabel={mark?.label}
              markTone={mark?.tone}
              isTabStop={key === tabStop}
              onCurrent={setCurrent}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {note ? (
          <p id={`${id}-note`} className={`text-xs ${error ? 'text-(--down-fg)' : 'text-(--muted)'}`}>
            {note}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}

interface RowProps extends Omit<PickRow, 'key' | 'mark'>, Pick<PickListProps, 'onSelect' | 'onOpen'> {
  value: string;
  markLabel: string | undefined;
  markTone: Tone | InfoTone | undefined;
  isTabStop: boolean;
  onCurrent: (key: string) => void;
}

/** Memoized: with plain values as properties, a changed selection renders the changed rows only. */
const Row = memo(function Row(props: RowProps) {
  const { value, label, parent, state, isIncluded = false, isOpen, markLabel, markTone, isTabStop } = props;
  const { onCurrent, onSelect, onOpen } = props;
  return (
    <li className="flex min-w-0 items-center gap-1 px-1.5 [contain-intrinsic-size:auto_36px] [content-visibility:auto] hover:bg-(--hover)">
      <label
        className={`flex min-h-9 min-w-0 flex-1 items-center gap-2.5 px-1.5 pointer-coarse:min-h-11 ${parent === undefined ? '' : 'pl-8'} ${isIncluded ? 'text-(--muted)' : 'cursor-pointer'}`}
      >
        <input
          ref={(element) => {
            if (element) element.indeterminate = state === 'mixed';
          }}
          type="checkbox"
          value={value}
          checked={state === 'on'}
          aria-disabled={isIncluded || undefined}
          tabIndex={isTabStop ? 0 : -1}
          className="size-4 shrink-0 accent-(--accent) aria-disabled:opacity-60"
          onFocus={() => onCurrent(value)}
          onChange={({ target }) => {
            if (!isIncluded) onSelect(value, target.checked);
          }}
        />
        <span className="min-w-0 wrap-anywhere">
          {parent === undefined ? null : <span className="sr-only">{parent}:</span>} {label}
        </span>
        {/* The space separates the words of the accessible name. */}{' '}
        {markLabel && markTone ? (
          <span className="ml-auto">
            <Badge tone={markTone}>{markLabel}</Badge>
          </span>
        ) : null}
      </label>
      {isOpen === undefined ? null : (
        <button
          type="button"
          aria-label={`Monitors of ${label}`}
          aria-expanded={isOpen}
          tabIndex={isTabStop ? 0 : -1}
          className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:text-(--text) pointer-coarse:size-11"
          onClick={() => onOpen(value, !isOpen)}
        >
          <ChevronRight aria-hidden="true" size={16} className={`[transition:120ms] ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      )}
    </li>
  );
});
