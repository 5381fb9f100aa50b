/** A page to take a screenshot of. */
export interface ScreenshotJob {
  monitor_id: number;
  check_id: number;
  /** Milliseconds since the epoch. */
  checked_at: number;
  url: string;
  /** The image of a browser check; null if it must still be taken. */
  image: Buffer | null;
  /** Due only because the last one is old, so it is not urgent. */
  isRoutine: boolean;
}

type Jobs = Map<number, ScreenshotJob>;

interface ScreenshotSteps {
  /** Takes the image; null if there is nothing to see. */
  see(job: ScreenshotJob): Promise<Buffer | null>;
  keep(job: ScreenshotJob, image: Buffer): Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** After a routine job, the browser pauses for the job's duration times this factor. */
  restFactor: number;
}

export type ScreenshotQueue = ReturnType<typeof createScreenshotQueue>;

/**
 * Runs the newest job of each monitor, one at a time, so that browser checks always find a free page. Urgent jobs come
 * first. After a routine one the browser pauses, unless an urgent one is waiting.
 */
export function createScreenshotQueue({ see, keep, log, restFactor }: ScreenshotSteps) {
  const wanted: Jobs = new Map();
  const routine: Jobs = new Map();
  let working: Promise<void> | null = null;
  let keeping: Promise<void> = Promise.resolve();
  /** Incremented when jobs are dropped, so that images in progress are discarded. */
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
    /** Adds a job. Replaces an older one of the same monitor. */
    add(job: ScreenshotJob): void {
      if (isStopped) return;
      // If the older job of this monitor is urgent, the newer one takes its place.
      if (job.isRoutine && !wanted.has(job.monitor_id)) routine.set(job.monitor_id, job);
      else {
        routine.delete(job.monitor_id);
        wanted.set(job.monitor_id, job);
        rest.end();
      }
      working ??= work();
    },
    /** Drops all jobs, including the running one. Resolves when no file is being written. */
    drop,
    /** Resolves when no job is left. */
    async settled(): Promise<void> {
      await working;
    },
    /** Like `drop`, and accepts no more jobs. */
    stop(): Promise<void> {
      isStopped = true;
      return drop();
    },
  };
}

/** A pause that can be ended early. */
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

/** Removes and returns the first urgent job, else the first routine one. */
function takeFirst(wanted: Jobs, routine: Jobs): ScreenshotJob | undefined {
  const jobs = wanted.size > 0 ? wanted : routine;
  const job = jobs.values().next().value;
  if (job) jobs.delete(job.monitor_id);
  return job;
}
