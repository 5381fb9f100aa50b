import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import type { Clock } from '../../../base/clock.ts';
import { type Chromium, NoChromiumError } from './chromium.ts';

interface SharedChromiumOptions {
  launch(): Promise<Chromium>;
  clock: Clock;
  pagesAtOnce: number;
  idleMilliseconds: number;
  /** Delay after a failed start, so that not every check searches the machine for a Chromium. */
  retryMilliseconds: number;
}

export type SharedChromium = ReturnType<typeof createSharedChromium>;

/** A shared Chromium: started at first use, closed when idle, restarted after a crash. */
export function createSharedChromium(options: SharedChromiumOptions) {
  const { launch, clock, idleMilliseconds, retryMilliseconds } = options;
  const pages = limitConcurrency(options.pagesAtOnce);
  let current: Promise<Chromium> | null = null;
  let failure: { error: unknown; at: number } | null = null;
  const idle = createIdleTimer(idleMilliseconds, () => void closeCurrent());
  let isClosed = false;

  const start = async (): Promise<Chromium> => {
    try {
      const chromium = await launch();
      failure = null;
      chromium.browser.once('disconnected', () => discard(chromium));
      return chromium;
    } catch (error) {
      failure = { error, at: clock.monotonic() };
      current = null;
      throw error;
    }
  };

  const running = (): Promise<Chromium> => {
    if (isClosed) throw new NoChromiumError('the browser is closed');
    if (failure && clock.monotonic() - failure.at < retryMilliseconds) throw failure.error;
    current ??= start();
    return current;
  };

  const discard = (chromium: Chromium): void => {
    void current?.then((latest) => {
      if (latest === chromium) current = null;
    });
    void chromium.close();
  };

  const closeCurrent = async (): Promise<void> => {
    const closing = current;
    current = null;
    const chromium = await closing?.catch(() => null);
    await chromium?.close();
  };

  return {
    /** Ends this Chromium if one of its pages cannot be closed. The next use starts another. */
    discard,
    /**
     * Runs the work when there is room for another page.
     * @throws NoChromiumError without Chromium, and all errors of the work
     */
    async use<Answer>(signal: AbortSignal, work: (chromium: Chromium) => Promise<Answer>): Promise<Answer> {
      const useCurrent = async () => {
        idle.stop();
        return await work(await running());
      };
      try {
        return await pages.run(useCurrent, signal);
      } finally {
        if (pages.isIdle()) idle.start();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      idle.stop();
      await closeCurrent();
    },
  };
}

/** Calls back this long after `start`, unless stopped earlier. Does not keep the process alive. */
function createIdleTimer(milliseconds: number, onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    start(): void {
      stop();
      timer = setTimeout(onIdle, milliseconds).unref();
    },
  };
}
