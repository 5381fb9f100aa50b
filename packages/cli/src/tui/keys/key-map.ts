import { defaults } from '@upvigil/core/defaults';
import type { Key } from 'ink';

export type KeyAction =
  | 'dashboard'
  | 'alerts'
  | 'status'
  | 'monitors'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'open'
  | 'deliveries'
  | 'back'
  | 'pane'
  | 'find'
  | 'range'
  | 'tag'
  | 'type'
  | 'outages'
  | 'check'
  | 'acknowledge'
  | 'acknowledge-all'
  | 'mute'
  | 'notices'
  | 'tokens'
  | 'delete'
  | 'clear-old'
  | 'clear-all'
  | 'refresh'
  | 'help'
  | 'quit';

/** Where a key is pressed: on a screen, or on a website opened from one. */
export type KeyScope = 'dashboard' | 'alerts' | 'status' | 'monitors' | 'detail';

export interface KeyBinding {
  action: KeyAction;
  /** As `keyNames` names them. */
  keys: readonly [string, ...string[]];
  /** In the key line, before the hint. ASCII terminals replace `enter` and `upDown` by words. */
  shown: string;
  /** One or two words for the key line. Absent: shown in help only. */
  hint?: string;
  /** A sentence for help. */
  about: string;
  scopes: readonly KeyScope[];
}

const everywhere: readonly KeyScope[] = ['dashboard', 'alerts', 'status', 'monitors', 'detail'];
const lists: readonly KeyScope[] = ['dashboard', 'alerts', 'status', 'monitors'];

/** Every key of the live screens, in the order of the key line. Help and documents are made from this table. */
export const keyMap: readonly KeyBinding[] = [
  { action: 'back', keys: ['escape', 'left', 'h'], shown: 'Esc', hint: 'back', about: 'back', scopes: ['detail'] },
  { action: 'back', keys: ['escape'], shown: 'Esc', about: 'clear the filter', scopes: lists },
  { action: 'dashboard', keys: ['1'], shown: '1', hint: 'Dashboard', about: 'the dashboard', scopes: everywhere },
  { action: 'alerts', keys: ['2'], shown: '2', hint: 'Alerts', about: 'the alerts', scopes: everywhere },
  { action: 'status', keys: ['3'], shown: '3', hint: 'Status', about: 'the public status', scopes: everywhere },
  { action: 'monitors', keys: ['4'], shown: '4', hint: 'Monitors', about: 'all monitors', scopes: everywhere },
  {
    action: 'down',
    keys: ['down', 'j'],
    shown: 'upDown',
    hint: 'move',
    about: 'down one row (also j)',
    scopes: everywhere,
  },
  { action: 'up', keys: ['up', 'k'], shown: 'upDown', about: 'up one row (also k)', scopes: everywhere },
  {
    action: 'open',
    keys: ['return', 'right', 'l'],
    shown: 'enter',
    hint: 'open',
    about: 'open the row (alert: recorded response)',
    scopes: lists,
  },
  {
    action: 'deliveries',
    keys: ['tab'],
    shown: 'Tab',
    about: 'deliveries of the opened alert',
    scopes: ['alerts'],
  },
  {
    action: 'acknowledge',
    keys: ['A'],
    shown: 'A',
    about: 'acknowledge the alert (dashboard: of the problem)',
    scopes: ['dashboard', 'alerts'],
  },
  { action: 'acknowledge-all', keys: ['*'], shown: '*', about: 'Acknowledge All', scopes: ['alerts'] },
  {
    action: 'mute',
    keys: ['m'],
    shown: 'm',
    about: `mute its monitor for ${defaults.muteHours} h`,
    scopes: ['dashboard', 'alerts', 'monitors', 'detail'],
  },
  {
    action: 'range',
    keys: ['t'],
    shown: 't',
    hint: 'range',
    about: 'the next time range',
    scopes: ['dashboard', 'alerts'],
  },
  {
    action: 'tag',
    keys: ['t'],
    shown: 't',
    hint: 'tag',
    about: 'show monitors with a tag, or env:, or !env:',
    scopes: ['monitors'],
  },
  { action: 'type', keys: ['a'], shown: 'a', hint: 'type', about: 'the next alert type', scopes: ['alerts'] },
  {
    action: 'outages',
    keys: ['v'],
    shown: 'v',
    hint: 'view',
    about: 'outages or alerts',
    scopes: ['alerts'],
  },
  { action: 'check', keys: ['c'], shown: 'c', hint: 'check', about: 'check the selection now', scopes: everywhere },
  {
    action: 'find',
    keys: ['/'],
    shown: '/',
    hint: 'find',
    about: 'show rows that contain a text',
    scopes: everywhere,
  },
  {
    action: 'pane',
    keys: ['tab'],
    shown: 'Tab',
    hint: 'pane',
    about: 'problems, websites or services',
    scopes: ['dashboard'],
  },
  { action: 'refresh', keys: ['r'], shown: 'r', hint: 'refresh', about: 'reload everything', scopes: everywhere },
  {
    action: 'delete',
    keys: ['d'],
    shown: 'd',
    about: 'delete the alert',
    scopes: ['alerts'],
  },
  {
    action: 'clear-old',
    keys: ['o'],
    shown: 'o',
    about: 'Clear Old Alerts (7+ days)',
    scopes: ['alerts'],
  },
  { action: 'clear-all', keys: ['X'], shown: 'X', about: 'Clear All Alerts', scopes: ['alerts'] },
  { action: 'notices', keys: ['n'], shown: 'n', about: 'notices about Upvigil', scopes: everywhere },
  { action: 'tokens', keys: ['T'], shown: 'T', about: 'API tokens', scopes: everywhere },
  { action: 'page-down', keys: ['pageDown', 'space'], shown: 'PgDn', about: 'down one page', scopes: everywhere },
  { action: 'page-up', keys: ['pageUp', 'b'], shown: 'PgUp', about: 'up one page', scopes: everywhere },
  { action: 'first', keys: ['g', 'home'], shown: 'g', about: 'to the first row', scopes: everywhere },
  { action: 'last', keys: ['G', 'end'], shown: 'G', about: 'to the last row', scopes: everywhere },
  { action: 'help', keys: ['?'], shown: '?', hint: 'help', about: 'this list', scopes: everywhere },
  { action: 'quit', keys: ['q', 'ctrl-c'], shown: 'q', hint: 'quit', about: 'quit', scopes: everywhere },
];

export const bindingsOf = (scope: KeyScope): KeyBinding[] => keyMap.filter(({ scopes }) => scopes.includes(scope));

export const actionFor = (scope: KeyScope, key: string): KeyAction | null =>
  bindingsOf(scope).find(({ keys }) => keys.includes(key))?.action ?? null;

const keyWords: Record<string, string> = {
  escape: 'Esc',
  return: 'Enter',
  tab: 'Tab',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pageUp: 'PgUp',
  pageDown: 'PgDn',
  home: 'Home',
  end: 'End',
  space: 'Space',
  'ctrl-c': 'Ctrl+C',
};

/** The keys of a binding for a person: 'Enter Right l'. */
export const keysText = ({ keys }: Pick<KeyBinding, 'keys'>): string =>
  keys.map((key) => keyWords[key] ?? key).join(' ');

const named = [
  'escape',
  'return',
  'tab',
  'backspace',
  'delete',
  'pageUp',
  'pageDown',
  'home',
  'end',
] as const satisfies readonly (keyof Key)[];
const arrows = { upArrow: 'up', downArrow: 'down', leftArrow: 'left', rightArrow: 'right' } as const;

const characterNames: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'return',
  '\n': 'return',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  '\u0003': 'ctrl-c',
};

/** The names of the keys in one chunk of input: fast typing arrives as one chunk. */
export function keyNames(input: string, key: Key): string[] {
  for (const [property, name] of Object.entries(arrows)) if (key[property as keyof typeof arrows]) return [name];
  for (const name of named) if (key[name]) return [name];
  if (key.ctrl) return [`ctrl-${input}`];
  return [...input].map((character) => characterNames[character] ?? character);
}
