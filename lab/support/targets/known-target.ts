import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Time (wall clock) of each request and its duration in milliseconds, by id. */
export type Served = ReadonlyMap<number, readonly (readonly [at: number, took: number])[]>;

/** A check as the product reports it. Times in milliseconds, the start by the wall clock. */
export interface RecordedTime {
  id: number;
  at: number;
  took: number;
}

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
const commandLine = 'known-target';

export type KnownTarget = Awaited<ReturnType<typeof startKnownTarget>>;

/**
 * A target on loopback, in its own process, that answers late and measures the true duration of each request, from the
 * connection to the response. Request `/?id=N`.
 */
export async function startKnownTarget(delayMilliseconds: number) {
  const child = fork(fileURLToPath(import.meta.url), [commandLine, String(delayMilliseconds)], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const port = await nextMessage<number>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    /** For each id, the requests since the last call: time (wall clock) and duration in milliseconds. */
    takeServed: (): Promise<Served> => {
      child.send('take');
      return nextMessage<Served>(child);
    },
    close: () => child.kill(),
  };
}

/** The next message of a measured process; rejects if the process ends. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) =>
    Promise.reject(new Error(`a measured process ended with ${code}`)),
  );
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
    return message;
  } finally {
    // Otherwise each message would leave a listener behind.
    over.abort();
  }
}

/** Differences between recorded and true times in milliseconds, for each check that can be identified. */
export function errorsOf(recorded: readonly RecordedTime[], served: Served): number[] {
  return recorded.flatMap(({ id, at, took }) => {
    const match = served.get(id)?.find(([servedAt]) => Math.abs(servedAt - at) < 1000);
    return match ? [Math.abs(took - match[1])] : [];
  });
}

/** A bare socket server, to add as little time as possible. */
async function runTarget(delayMilliseconds: number): Promise<void> {
  const served = new Map<number, [at: number, took: number][]>();
  const server = createServer({ noDelay: true }, (socket) => {
    const connected = performance.now();
    const at = performance.timeOrigin + connected;
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const id = Number(/id=(\d+)/.exec(head.toString('latin1'))?.[1] ?? '0');
      setTimeout(() => {
        served.set(id, [...(served.get(id) ?? []), [at, performance.now() - connected]]);
        socket.end(answer);
      }, delayMilliseconds);
    });
  });
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
  await once(server, 'listening');
  // Otherwise it would outlive a failed measurement.
  process.once('disconnect', () => process.exit());
  process.on('message', () => {
    process.send?.(served);
    served.clear();
  });
  process.send?.((server.address() as AddressInfo).port);
}

if (process.argv[2] === commandLine) await runTarget(Number(process.argv[3]));
