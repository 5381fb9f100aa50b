import type { Readable, Writable } from 'node:stream';

/** What reads keys: a terminal has raw mode, a pipe has none. */
export interface InputStream extends Readable {
  isTTY?: boolean;
  setRawMode?(enabled: boolean): unknown;
}

/** What shows text: a terminal has a size, a pipe has none. */
export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

export interface Streams {
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
}
