import { infoSign } from '@upvigil/core/status/day-tone';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';

/** The characters of screens and tables, each one column wide. */
export interface Glyphs {
  state: Record<Tone | InfoTone, string>;
  /** Cells of strips of days, checks and outages. They differ in height and shape, so colour is not needed. */
  strip: Record<Tone | InfoTone, string>;
  cursor: string;
  rule: string;
  divider: string;
  ellipsis: string;
  dot: string;
  back: string;
  more: string;
  enter: string;
  upDown: string;
  /** Bars from lowest to highest; null if the terminal lacks them and figures are shown instead. */
  bars: readonly string[] | null;
  progress: { done: string; rest: string };
  box: Record<
    | 'topLeft'
    | 'topRight'
    | 'bottomLeft'
    | 'bottomRight'
    | 'side'
    | 'edge'
    | 'teeDown'
    | 'teeUp'
    | 'teeLeft'
    | 'teeRight'
    | 'cross',
    string
  >;
  spinner: readonly string[];
}

const unicodeGlyphs: Glyphs = {
  state: { up: '✓', warn: '▲', down: '✗', none: '·', info: infoSign },
  strip: { up: '▄', warn: '▆', down: '✗', none: '·', info: infoSign },
  cursor: '›',
  rule: '─',
  divider: '│',
  ellipsis: '…',
  dot: '·',
  back: '‹',
  more: '↓',
  enter: '⏎',
  upDown: '↑↓',
  bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  progress: { done: '█', rest: '░' },
  box: {
    topLeft: '┌',
    topRight: '┐',
    bottomLeft: '└',
    bottomRight: '┘',
    side: '│',
    edge: '─',
    teeDown: '┬',
    teeUp: '┴',
    teeLeft: '┤',
    teeRight: '├',
    cross: '┼',
  },
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

const asciiGlyphs: Glyphs = {
  state: { up: '+', warn: '!', down: 'x', none: '?', info: infoSign },
  strip: { up: '.', warn: '!', down: 'x', none: '?', info: infoSign },
  cursor: '>',
  rule: '-',
  divider: '|',
  ellipsis: '~',
  dot: '-',
  back: '<',
  more: 'v',
  enter: 'Enter',
  upDown: 'up/down',
  bars: null,
  progress: { done: '#', rest: '.' },
  box: {
    topLeft: '+',
    topRight: '+',
    bottomLeft: '+',
    bottomRight: '+',
    side: '|',
    edge: '-',
    teeDown: '+',
    teeUp: '+',
    teeLeft: '+',
    teeRight: '+',
    cross: '+',
  },
  spinner: ['-', '\\', '|', '/'],
};

export const glyphsFor = (unicode: boolean): Glyphs => (unicode ? unicodeGlyphs : asciiGlyphs);
