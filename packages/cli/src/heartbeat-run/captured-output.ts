import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket, type SocketConstructorOpts, type TcpNetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { RunningCommand } from '../child-command.ts';

/** How long output is awaited after the command has ended, from the last byte: a process in the background may keep it open. */
const idleMs = 500;
const chunkBytes = 65_536;

interface Pipe {
  read: number;
  write: number;
}

/**
 * Captures a command's stdout and stderr and forwards them. They are named pipes where possible, because Node makes
 * sockets, through which programs cannot open `/dev/stderr`.
 */
export function captureOutput(stdout: Writable, stderr: Writable, keptBytes: number) {
  const tail = createTail(keptBytes);
  const pipes = openPipes(isSameFile() ? ['output'] : ['stdout', 'stderr']);
  const forwards: Forward[] = [];
  return {
    /** The stdio of the command. */
    stdio: [pipes?.[0]?.write ?? 'pipe', pipes?.at(-1)?.write ?? 'pipe'] as const,
    /** To be called once the command has started. */
    begin(command: Pick<RunningCommand, 'stdout' | 'stderr'>): void {
      for (const { write } of pipes ?? []) closeSync(write);
      const [out, err] = pipes?.map(({ read }) => read) ?? [command.stdout, command.stderr];
      if (out !== null && out !== undefined) forwards.push(forward(out, stdout, tail.add));
      if (err !== null && err !== undefined) forwards.push(forward(err, stderr, tail.add));
    },
    /** Waits for the rest of the output. Returns the kept bytes. */
    async finish(): Promise<Uint8Array> {
      await Promise.all(forwards.map((each) => each.finish()));
      return tail.bytes();
    },
  };
}

type Forward = ReturnType<typeof forward>;

/** Whether stdout and stderr of this process are one file, so that the order of what is written to both counts. */
function isSameFile(): boolean {
  const [out, err] = [fstatSync(1), fstatSync(2)];
  return out.dev === err.dev && out.ino === err.ino;
}

function openPipes(names: readonly string[]): Pipe[] | null {
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-run-'));
    try {
      const files = names.map((name) => path.join(folder, name));
      spawnSync('mkfifo', ['-m', '600', ...files], { stdio: 'ignore' });
      return files.map((file) => ({
        read: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK),
        write: openSync(file, constants.O_WRONLY),
      }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return null;
  }
}

/**
 * Writes what is read from `from` to `to`, one chunk at a time. A named pipe is read into one buffer: a buffer for each
 * chunk would take 40 MiB until they are collected.
 */
function forward(from: number | Readable, to: Writable, onData: (chunk: Buffer) => void) {
  let lastByteAt = 0;
  let isWriting = false;
  const write = (chunk: Buffer): void => {
    onData(chunk);
    isWriting = true;
    to.write(chunk, () => {
      isWriting = false;
      lastByteAt = performance.now();
      source.resume();
    });
  };
  const source = typeof from === 'number' ? readInto(Buffer.alloc(chunkBytes), from, write) : from;
  if (typeof from !== 'number')
    source.on('data', (chunk: Buffer) => {
      source.pause();
      write(chunk);
    });
  // The reader of our output is gone: the command learns it the same way.
  to.once('error', () => source.destroy());
  const closed = new Promise<void>((resolve) => source.once('close', () => resolve()));
  return {
    async finish(): Promise<void> {
      lastByteAt = performance.now();
      const timer = setInterval(() => {
        if (!isWriting && performance.now() - lastByteAt >= idleMs) source.destroy();
      }, idleMs / 5);
      await closed;
      clearInterval(timer);
    },
  };
}

/** Stops after each chunk until it is resumed. */
function readInto(buffer: Buffer, fd: number, onChunk: (chunk: Buffer) => void): Readable {
  const callback = (length: number): boolean => {
    onChunk(buffer.subarray(0, length));
    return false;
  };
  // The types know `onread` for connections only.
  const options: SocketConstructorOpts & Pick<TcpNetConnectOpts, 'onread'> = {
    fd,
    writable: false,
    onread: { buffer, callback },
  };
  return new Socket(options);
}

/** Keeps the last bytes of a stream. Copies them: the buffer of a chunk is used again. */
function createTail(keptBytes: number) {
  // Twice as long, so that its content moves only once in `keptBytes`.
  const buffer = Buffer.alloc(2 * keptBytes);
  let size = 0;
  return {
    add(chunk: Buffer): void {
      const last = chunk.subarray(-keptBytes);
      if (size + last.length > buffer.length) {
        buffer.copyWithin(0, size - keptBytes, size);
        size = keptBytes;
      }
      size += last.copy(buffer, size);
    },
    bytes: (): Uint8Array => buffer.subarray(Math.max(0, size - keptBytes), size),
  };
}
