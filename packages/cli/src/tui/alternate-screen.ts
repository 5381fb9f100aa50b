import { EventEmitter } from 'node:events';
import type { Terminal } from '../terminal.ts';
import type { Size } from './components/stage.ts';

const sequences = {
  enter: '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l',
  leave: '\u001b[?25h\u001b[?1049l',
  clear: '\u001b[2J\u001b[H',
  eraseScrollback: '\u001b[3J',
} as const;

/** Enters the alternate screen, so that the shell's screen and scrollback stay untouched. */
export function enterAlternateScreen(terminal: Terminal) {
  const { stdout } = terminal.streams;
  const place = createPlacing(terminal.height);
  let isLeft = false;
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    writable: true,
    write(codes: string, done?: () => void): boolean {
      if (!isLeft && codes !== '') terminal.control(place(codes));
      done?.();
      return true;
    },
  });
  Object.defineProperties(stream, { columns: { get: terminal.width }, rows: { get: terminal.height } });
  const resized = (): void => void stream.emit('resize');
  const leave = (): void => {
    if (isLeft) return;
    isLeft = true;
    stdout.off('resize', resized);
    process.off('exit', leave);
    terminal.control(sequences.leave);
  };
  terminal.control(sequences.enter);
  stdout.on('resize', resized);
  // The shell gets its screen and cursor back however the process ends.
  process.once('exit', leave);
  return {
    /** Ink's output, instead of stdout. */
    stream: stream as unknown as NodeJS.WriteStream,
    /** The terminal's size without its last row: a frame of the full height would scroll. */
    size: (): Size => ({ columns: terminal.width(), rows: Math.max(1, terminal.height() - 1) }),
    /** Restores the shell's screen. May be called twice. */
    leave,
  };
}

/**
 * Corrects Ink's cursor moves. To change lines of a frame, Ink 6.8 moves up from the line below the frame, one line too
 * few. Moving up from the frame's last line reaches its top.
 */
function createPlacing(height: () => number): (codes: string) => string {
  let frameHeight = height();
  return (codes) => {
    if (codes.startsWith('\u001b[?')) return codes;
    const isChange = /^\u001b\[(\d+A|2K)/.test(codes);
    const start = isChange ? `\u001b[${Math.max(1, frameHeight - 1)};1H` : sequences.clear;
    frameHeight = height();
    return start + codes.replaceAll(sequences.eraseScrollback, '');
  };
}
