import type { Readable, Writable } from 'node:stream';

/** A keyboard or a pipe: only a terminal has raw mode. */
export interface InputStream extends Readable {
  isTTY?: boolean;
  setRawMode?(enabled: boolean): unknown;
}

/** A screen or a pipe: only a terminal has a size. */
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
