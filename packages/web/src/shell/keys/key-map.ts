/**
 * What a key does: it opens a page, or acts on the page that is shown. `press`: the browser presses the focused control.
 */
export type KeyAction =
  | { path: string }
  | 'search'
  | 'next'
  | 'previous'
  | 'press'
  | 'select'
  | 'range'
  | RowKey
  | 'help';

/** Key that a list with a selection handles itself. */
export type RowKey = 'acknowledge' | 'mute' | 'pause' | 'edit';

/** Sent to the document with a `RowKey`. A list that handles it prevents the default. */
export const rowKeyEvent = 'upvigil:row-key';

interface KeyEntry {
  /** Keys that are pressed one after the other, as `KeyboardEvent.key` has them. */
  keys: readonly string[];
  /** Shown in the list of keys. */
  text: string;
  group: 'Go to' | 'Lists' | 'Everywhere';
  does: KeyAction;
}

/** All keys of the web app, in the order of their list. They work outside of fields and dialogs. */
export const keyMap: readonly KeyEntry[] = [
  { keys: ['g', 'd'], text: 'Dashboard', group: 'Go to', does: { path: '/' } },
  { keys: ['g', 'w'], text: 'Websites', group: 'Go to', does: { path: '/websites' } },
  { keys: ['g', 'a'], text: 'Alerts', group: 'Go to', does: { path: '/alerts' } },
  { keys: ['g', 'o'], text: 'Outages', group: 'Go to', does: { path: '/alerts?view=outages' } },
  { keys: ['g', 'i'], text: 'Incidents', group: 'Go to', does: { path: '/alerts/incidents' } },
  { keys: ['g', 'm'], text: 'Maintenance', group: 'Go to', does: { path: '/alerts/maintenance' } },
  { keys: ['g', 'c'], text: 'Certificates', group: 'Go to', does: { path: '/certificates' } },
  { keys: ['g', 's'], text: 'Settings', group: 'Go to', does: { path: '/settings' } },
  { keys: ['g', 'b'], text: 'Backup', group: 'Go to', does: { path: '/backup' } },
  { keys: ['j'], text: 'Next row', group: 'Lists', does: 'next' },
  { keys: ['k'], text: 'Previous row', group: 'Lists', does: 'previous' },
  { keys: ['Enter'], text: 'Details of the row', group: 'Lists', does: 'press' },
  { keys: ['a'], text: 'Acknowledge the alert of the row', group: 'Lists', does: 'acknowledge' },
  { keys: ['m'], text: 'Mute the service of the row', group: 'Lists', does: 'mute' },
  { keys: ['e'], text: 'Edit the row', group: 'Lists', does: 'edit' },
  { keys: ['x'], text: 'Select the row', group: 'Lists', does: 'select' },
  { keys: ['X'], text: 'Select a range of rows', group: 'Lists', does: 'range' },
  { keys: ['p'], text: 'Pause the selected rows', group: 'Lists', does: 'pause' },
  { keys: ['/'], text: 'Search this page', group: 'Everywhere', does: 'search' },
  { keys: ['?'], text: 'This list', group: 'Everywhere', does: 'help' },
];

/** The keys that open a page, for menus and the palette: 'G A'. */
export const keysOfPath = (path: string): readonly string[] | undefined =>
  keyMap.find(({ does }) => typeof does === 'object' && does.path === path)?.keys;

/** The entry of the pressed keys, or 'partial' while they are the beginning of one. */
export function findKeys(pressed: readonly string[]): KeyEntry | 'partial' | null {
  const found = keyMap.find(({ keys }) => keys.join(' ') === pressed.join(' '));
  if (found) return found;
  return keyMap.some(({ keys }) => pressed.every((key, at) => keys[at] === key)) ? 'partial' : null;
}
