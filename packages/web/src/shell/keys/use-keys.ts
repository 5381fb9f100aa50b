import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLeave } from '../boundary/unsaved-changes.tsx';
import { findKeys, type KeyAction, type RowKey, rowKeyEvent } from './key-map.ts';

/** In ms, between the keys of a sequence. */
const sequenceMs = 1_000;

const fields =
  'input:not([type=checkbox]), textarea, select, [contenteditable=""], [contenteditable=true], [role=menu], [role=slider]';
/** Toasts are dialogs too, but do not wait for an answer. */
const modal = 'dialog[open]:not([role=status] *)';

/** Runs the keys of `key-map.ts`, except in fields and while a dialog is open. Returns what handles one key event. */
export function useKeys(onHelp: () => void): (event: KeyboardEvent) => void {
  const navigate = useNavigate();
  const leave = useLeave();
  const run = (does: KeyAction) => {
    if (typeof does === 'object') return void leave().then((mayLeave) => mayLeave && navigate(does.path));
    if (does === 'help') return onHelp();
    pageActions[does]();
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const [press] = useState(() => makeSequences((does) => latest.current(does)));
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
  return press;
}

type PageAction = Exclude<KeyAction, { path: string } | 'help'>;

const pageActions: Record<PageAction, () => unknown> = {
  search: searchPage,
  next: () => moveToRow(1),
  previous: () => moveToRow(-1),
  press: () => undefined,
  acknowledge: () => isHandled('acknowledge') || pressInRow(/^(Acknowledge|Add note)(?! All)/),
  mute: () => isHandled('mute') || pressInRow(/^(Mute|Unmute)/),
  edit: () => isHandled('edit') || pressInRow(/^Edit/),
  pause: () => isHandled('pause'),
  select: () => pressBox(false),
  range: () => pressBox(true),
};

/** Handler of key events that knows which keys came before. */
function makeSequences(run: (does: KeyAction) => void): (event: KeyboardEvent) => void {
  let pressed: string[] = [];
  let pressedAt = 0;
  return (event) => {
    if (!isForPage(event)) return;
    if (event.timeStamp - pressedAt > sequenceMs) pressed = [];
    pressedAt = event.timeStamp;
    const found = findKeys([...pressed, event.key]) ?? findKeys([event.key]);
    pressed = found === 'partial' ? [...pressed, event.key] : [];
    if (found === null || found === 'partial') return;
    event.preventDefault();
    run(found.does);
  };
}

function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (event.target instanceof Element && event.target.closest(fields)) return false;
  return event.key.length === 1 && document.querySelector(modal) === null;
}

/** Focuses the search field of the page, or opens the palette on a page without one. */
function searchPage(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field) field.focus();
  else document.querySelector<HTMLButtonElement>('header [aria-keyshortcuts]')?.click();
}

const rowSelector = 'main [data-row]';
const rowOf = (element: Element | null): Element | null => element?.closest(rowSelector) ?? null;

/** Moves the focus to the first control of the next or previous row; from outside of the list to its first row. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(rowSelector)];
  const current = rowOf(document.activeElement);
  const next = rows[current ? rows.indexOf(current) + step : 0];
  const control = next?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  control?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Whether a list with a selection took the key. */
const isHandled = (detail: RowKey): boolean =>
  !document.dispatchEvent(new CustomEvent<RowKey>(rowKeyEvent, { detail, cancelable: true }));

/** Presses the box that selects the focused row; with Shift for a range. */
function pressBox(shiftKey: boolean): void {
  const box = rowOf(document.activeElement)?.querySelector('input[type=checkbox]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}

/** Presses the button of the focused row, or of the first one, whose name matches. */
function pressInRow(name: RegExp): void {
  const row = rowOf(document.activeElement) ?? document.querySelector(rowSelector);
  const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  buttons.find((button) => name.test((button.getAttribute('aria-label') ?? button.textContent).trim()))?.click();
}
