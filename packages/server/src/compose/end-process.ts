/** Calls of the C library that end this process even if its threads hang. */
export interface ProcessEnd {
  /** Makes the kernel end the process after this time, even if its event loop is blocked. */
  endAfter(milliseconds: number): void;
  /**
   * Ends the process now. Unlike `process.exit`, it does not wait for threads, which may be in a name lookup for half a
   * minute.
   */
  endNow(exitCode: number): void;
}

const realTime = 0;
/** struct itimerval has four longs; the first two are the repeat interval. */
const longBytes = 8;
const secondsAt = 2 * longBytes;
const microsecondsAt = 3 * longBytes;

/** Falls back to Node's own exit if the C library is unavailable (on another system). */
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
