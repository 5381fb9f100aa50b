import { infoSign } from '@upvigil/core/status/day-tone';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';

/** The characters that screens and tables are drawn with. Each is one column wide. */
export interface Glyphs {
  state: Record<Tone | InfoTone, string>;
  /** Cells of strips of days, checks and outages: their heights and forms differ without colour. */
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
  /** Bars from the lowest to the highest; null where the terminal lacks them and figures are shown. */
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
