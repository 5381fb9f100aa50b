/** The calls of the C library that end this process whatever its threads do. */
export interface ProcessEnd {
  /** Has the kernel end the process after that many milliseconds, even when it hears no timer any more. */
  endAfter(milliseconds: number): void;
  /** Ends it now. Does not wait for threads, as `process.exit` does: one may look up a name for half a minute. */
  endNow(exitCode: number): void;
}

const realTime = 0;
/** struct itimerval: four longs, the first two of which repeat the alarm. */
const longBytes = 8;
const secondsAt = 2 * longBytes;
const microsecondsAt = 3 * longBytes;

/** Where the calls cannot be had, as on another system, the process ends as Node ends it. */
export async function loadProcessEnd(): Promise<ProcessEnd> {
  try {
    if (process.platform !== 'linux') throw new Error('only known on Linux');
    const { default: koffi } = await import('koffi');
    const libc = koffi.load(null);
    const setTimer: (which: number, value: Buffer, old: null) => number = libc.func(
      'int setitimer(int, void *, void *)',
    );
    const exit: (code: number) => void = libc.func('void _exit(int)');
    return { endAfter: (milliseconds) => void setTimer(realTime, alarmValue(milliseconds), null), endNow: exit };
  } catch {
    return { endAfter: () => undefined, endNow: (exitCode) => process.exit(exitCode) };
  }
}

function alarmValue(milliseconds: number): Buffer {
  const value = Buffer.alloc(4 * longBytes);
  value.writeBigInt64LE(BigInt(Math.floor(milliseconds / 1000)), secondsAt);
  value.writeBigInt64LE(BigInt((milliseconds % 1000) * 1000), microsecondsAt);
  return value;
}
