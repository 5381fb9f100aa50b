/** A page to be looked at. */
export interface ScreenshotJob {
  monitor_id: number;
  check_id: number;
  checked_at: number;
  url: string;
  image: Buffer | null;
  /** Due by age alone: nobody waits for it. */
  isRoutine: boolean;
}

type Jobs = Map<number, ScreenshotJob>;

export interface ScreenshotSteps {
  /** Looks at the page; null when there is nothing to see. */
  see(job: ScreenshotJob): Promise<Buffer | null>;
  keep(job: ScreenshotJob, image: Buffer): Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** After a routine picture the browser rests this many times as long as it took. */
  restFactor: number;
}

export interface ScreenshotQueue {
  /** The newest job of a monitor takes the place of an older one. */
  add(job: ScreenshotJob): void;
  /** Forgets what is due, also the page that is being looked at, and resolves when nothing is written. */
  drop(): Promise<void>;
  /** Resolves when nothing is due. */
  settled(): Promise<void>;
  /** As `drop`, and takes no more. */
  stop(): Promise<void>;
}

/**
 * The newest job of each monitor, one at a time, so that browser checks always find a free page. What somebody waits
 * for goes first; after a routine one the browser rests, unless something is waited for.
 */
export function createScreenshotQueue({ see, keep, log, restFactor }: ScreenshotSteps): ScreenshotQueue {
  const wanted: Jobs = new Map();
  const routine: Jobs = new Map();
  let working: Promise<void> | null = null;
  let keeping: Promise<void> = Promise.resolve();
  /** Grows when what was due is forgotten; a picture of before is not kept. */
  let generation = 0;
  let isStopped = false;
  const rest = createRest();

  const take = async (job: ScreenshotJob): Promise<void> => {
    const started = generation;
    try {
      const image = await see(job);
      if (image === null || started !== generation) return;
      keeping = keep(job, image);
      await keeping;
    } catch (error) {
      log.warn({ err: error, monitorId: job.monitor_id }, 'a screenshot could not be kept');
    }
  };

  const work = async (): Promise<void> => {
    for (let job = takeFirst(wanted, routine); job; job = takeFirst(wanted, routine)) {
      const startedAt = performance.now();
      await take(job);
      const isWaitedFor = wanted.size > 0 || routine.size === 0;
      if (job.isRoutine && !isWaitedFor) await rest.for((performance.now() - startedAt) * restFactor);
    }
    working = null;
  };

  const drop = async (): Promise<void> => {
    generation++;
    wanted.clear();
    routine.clear();
    rest.end();
    await keeping.catch(() => undefined);
  };

  return {
    add(job) {
      if (isStopped) return;
      // Who waited for a picture still does; the newer one will do.
      if (job.isRoutine && !wanted.has(job.monitor_id)) routine.set(job.monitor_id, job);
      else {
        routine.delete(job.monitor_id);
        wanted.set(job.monitor_id, job);
        rest.end();
      }
      working ??= work();
    },
    drop,
    async settled() {
      await working;
    },
    stop() {
      isStopped = true;
      return drop();
    },
  };
}

/** A pause that can be ended before its time. */
function createRest() {
  let end = (): void => undefined;
  return {
    for: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

/** The first that somebody waits for, else the first; it is no longer due. */
function takeFirst(wanted: Jobs, routine: Jobs): ScreenshotJob | undefined {
  const jobs = wanted.size > 0 ? wanted : routine;
  const job = jobs.values().next().value;
  if (job) jobs.delete(job.monitor_id);
  return job;
}
