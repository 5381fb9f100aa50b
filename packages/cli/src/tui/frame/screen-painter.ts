import { EventEmitter } from 'node:events';
import type { Terminal } from '../../terminal.ts';

/**
 * Takes whole frames from Ink and writes only the lines that changed, each to its place. Ink 6.8's own incremental
 * rendering moves one line down at every frame, and its standard one sends every line again: both are worse over SSH.
 */
export interface ScreenPainter {
  /** What Ink takes for its stdout. */
  stream: NodeJS.WriteStream;
  /** Restores the screen as it was before. Safe to call twice. */
  leave(): void;
}

const sequences = {
  enter: '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l',
  leave: '\u001b[?25h\u001b[?1049l',
  clear: '\u001b[2J',
  beginUpdate: '\u001b[?2026h',
  endUpdate: '\u001b[?2026l',
  eraseToEnd: '\u001b[0m\u001b[K',
} as const;
const moveTo = (row: number): string => `\u001b[${row + 1};1H`;

/** Frames that come faster than this are drawn as one: nobody sees more, and slow connections are spared. */
const frameGapMs = 40;

/** Enters the alternate screen; the shell's screen and scrollback stay untouched. */
export function createScreenPainter(terminal: Terminal): ScreenPainter {
  const { stdout } = terminal.streams;
  const painter = createPainter(terminal);
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    writable: true,
    write(frame: string, done?: () => void): boolean {
      if (frame !== '') painter.show(frame);
      done?.();
      return true;
    },
  });
  Object.defineProperties(stream, {
    columns: { get: terminal.width },
    rows: { get: terminal.height },
  });
  const resized = (): void => {
    painter.forget();
    stream.emit('resize');
  };
  let isLeft = false;
  const leave = (): void => {
    if (isLeft) return;
    isLeft = true;
    stdout.off('resize', resized);
    process.off('exit', leave);
    painter.stop();
    terminal.control(sequences.leave);
  };
  terminal.control(sequences.enter);
  stdout.on('resize', resized);
  // Whatever ends the process, the shell gets its screen and its cursor back.
  process.once('exit', leave);
  return { stream: stream as unknown as NodeJS.WriteStream, leave };
}

function createPainter(terminal: Terminal) {
  let shown: readonly string[] | null = null;
  let waiting: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const draw = (frame: string): void => {
    const lines = frame.replace(/\n$/, '').split('\n');
    terminal.control(changes(shown, lines));
    shown = lines;
  };
  const rest = (): void => {
    timer = null;
    if (waiting === null) return;
    const frame = waiting;
    waiting = null;
    draw(frame);
    timer = setTimeout(rest, frameGapMs);
  };
  return {
    show(frame: string): void {
      if (isStopped) return;
      if (timer) waiting = frame;
      else {
        draw(frame);
        timer = setTimeout(rest, frameGapMs);
      }
    },
    /** Has the next frame drawn whole, because the screen may show anything. */
    forget(): void {
      shown = null;
    },
    stop(): void {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** The codes that turn one frame into the next; nothing where they are equal. */
export function changes(before: readonly string[] | null, after: readonly string[]): string {
  const count = Math.max(before?.length ?? 0, after.length);
  let codes = before === null ? sequences.clear : '';
  for (let row = 0; row < count; row += 1) {
    if (before !== null && before[row] === after[row]) continue;
    codes += `${moveTo(row)}${after[row] ?? ''}${sequences.eraseToEnd}`;
  }
  return codes === '' ? '' : sequences.beginUpdate + codes + sequences.endUpdate;
}
