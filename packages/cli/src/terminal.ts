import { DeclinedError, UsageError } from './failures.ts';
import { readSecret } from './options/read-secret.ts';
import { type Glyphs, glyphsFor } from './output/glyphs.ts';
import { type Line, paint } from './output/paint.ts';
import type { InputStream, OutputStream, Streams } from './streams.ts';

interface TerminalOptions extends Streams {
  color: boolean;
  unicode: boolean;
  /** The terminal can move its cursor. */
  canDraw: boolean;
  /** Aborted when the command ends: pending questions then end too. */
  interrupted: AbortSignal;
}

/** A progress bar on stderr. Shows nothing if stderr is not a terminal. */
interface Progress {
  /** `total` null if unknown. */
  update(done: number, total: number | null): void;
  /** Removes the bar. */
  end(): void;
}

/** The only code that writes. Data goes to stdout, messages to stderr. */
export type Terminal = ReturnType<typeof createTerminal>;

const defaultSize = { columns: 80, rows: 24 };

/** A terminal on three streams. A closed reader of stdout (`| head`) is not an error. */
export function createTerminal(options: TerminalOptions) {
  const { stdin, stdout, stderr, color, unicode, canDraw, interrupted } = options;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  const glyphs = glyphsFor(unicode);
  const paintsStdout = color && stdout.isTTY === true;
  const say = (text: string): void => void stderr.write(`${text}\n`);
  const print = (text: string): void => void stdout.write(`${text}\n`);
  const canAsk = stdin.isTTY === true && stderr.isTTY === true;
  const requireTerminal = () =>
    refuseToAskNobody(canAsk, 'This command needs an answer on a terminal: repeat it with --yes');
  return {
    streams: { stdin, stdout, stderr },
    /** Whether stdout is a terminal. */
    isTerminal: stdout.isTTY === true,
    /** Whether a live screen can be drawn and take keys. */
    canDraw: canDraw && stdout.isTTY === true && stdin.isTTY === true,
    /** Whether a person can answer. */
    canAsk,
    color: paintsStdout,
    glyphs,
    /** In columns; 80 if the terminal does not report it. */
    width: (): number => stdout.columns || defaultSize.columns,
    /** In lines; 24 if the terminal does not report it. */
    height: (): number => stdout.rows || defaultSize.rows,
    /** Writes data and a line end. */
    print,
    printLines: (lines: readonly Line[]): void => {
      if (lines.length > 0) print(lines.map((each) => paint(each, paintsStdout)).join('\n'));
    },
    /** Writes a message and a line end. */
    say,
    /** Writes control sequences unchanged. */
    control: (sequence: string): void => void stdout.write(sequence),
    /** For a command that will ask later. @throws UsageError when nobody can answer */
    requireTerminal,
    /** Waits for y or n. @throws UsageError when nobody can answer */
    async confirm(question: string): Promise<boolean> {
      requireTerminal();
      stderr.write(`${question} [y/N] `);
      const answer = await readFirstLine(stdin, interrupted);
      return /^y(es)?$/i.test(answer.trim());
    },
    /** Waits for a line, without echo. @throws UsageError when nobody can answer */
    async askSecret(question: string): Promise<string> {
      refuseToAskNobody(canAsk, 'The password is asked on a terminal: pipe it in with --password-stdin');
      return await readSecret({ stdin, stderr, question, interrupted });
    },
    readLine: (): Promise<string> => readFirstLine(stdin, interrupted),
    /**
     * All of stdin, up to a limit; it may hold secrets.
     * @throws UsageError when it is a terminal, which would show them
     */
    async readAll(): Promise<string> {
      refuseToAskNobody(
        stdin.isTTY !== true,
        'stdin is a terminal: pipe the JSON in, or read it from a file with <settings.json',
      );
      return await readInput(stdin, interrupted, (text) => text.length > mostInput);
    },
    progress: (label: string, format: (value: number) => string): Progress =>
      createProgress({ stderr, label, format, glyphs }),
  };
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function refuseToAskNobody(canAsk: boolean, sentence: string): void {
  if (!canAsk) throw new UsageError(sentence);
}

/** In characters; far more than the longest document that the server accepts. */
const mostInput = 4 * 1024 * 1024;

/** The first line, or the input if it has no line end. @throws DeclinedError when it is interrupted */
const readFirstLine = async (stdin: InputStream, interrupted: AbortSignal): Promise<string> =>
  (await readInput(stdin, interrupted, (text) => /[\r\n]/.test(text))).split(/\r?\n/)[0] ?? '';

/** Reads until `isEnough` or the end of the input. @throws DeclinedError when it is interrupted */
function readInput(stdin: InputStream, interrupted: AbortSignal, isEnough: (text: string) => boolean): Promise<string> {
  // A character may be split between two chunks.
  const decoder = new TextDecoder();
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = (settle: () => void): void => {
      stdin.off('data', take).off('end', end).off('error', reject);
      interrupted.removeEventListener('abort', stop);
      stdin.pause();
      settle();
    };
    const end = (): void => finish(() => resolve(text));
    const stop = (): void => finish(() => reject(new DeclinedError('Interrupted')));
    const take = (chunk: Buffer | string): void => {
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (isEnough(text)) end();
    };
    stdin.on('data', take).on('end', end).on('error', reject);
    interrupted.addEventListener('abort', stop);
    stdin.resume();
  });
}

/** @throws DeclinedError when the answer was no */
export function requireYes(answer: boolean): void {
  if (!answer) throw new DeclinedError('Nothing was changed');
}

interface ProgressOptions {
  stderr: OutputStream;
  label: string;
  format(value: number): string;
  glyphs: Glyphs;
}

const barWidth = 24;
const eraseLine = '\r\u001b[2K';

function createProgress({ stderr, label, format, glyphs }: ProgressOptions): Progress {
  if (stderr.isTTY !== true) return { update: () => undefined, end: () => undefined };
  let shown = '';
  const draw = (text: string): void => {
    if (text === shown) return;
    shown = text;
    stderr.write(eraseLine + text);
  };
  return {
    update(done, total) {
      const width = (stderr.columns || defaultSize.columns) - 1;
      const figures = total === null ? format(done) : `${format(done)} of ${format(total)}`;
      draw(cutNarrow(`${label} ${bar(done, total, glyphs)}${figures}`, width, glyphs.ellipsis));
    },
    end: () => void (shown && stderr.write(eraseLine)),
  };
}

/** Cuts text whose characters are one column wide: labels, bars and figures. */
const cutNarrow = (text: string, width: number, ellipsis: string): string =>
  text.length <= width ? text : text.slice(0, Math.max(0, width - ellipsis.length)) + ellipsis;

function bar(done: number, total: number | null, { progress }: Glyphs): string {
  if (total === null || total === 0) return '';
  const share = Math.min(1, done / total);
  const filled = Math.round(share * barWidth);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${progress.done.repeat(filled)}${progress.rest.repeat(barWidth - filled)} ${percent}% `;
}
