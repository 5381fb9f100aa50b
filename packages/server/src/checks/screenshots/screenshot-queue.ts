/** A page to take a screenshot of. */
export interface ScreenshotJob {
  monitor_id: number;
  check_id: number;
  /** Milliseconds since the epoch. */
  checked_at: number;
  url: string;
  /** The image of a browser check; null when it is still to be taken. */
  image: Buffer | null;
  /** Due only because the last one is old: nobody waits for it. */
  isRoutine: boolean;
}

type Jobs = Map<number, ScreenshotJob>;

interface ScreenshotSteps {
  /** Takes the image; null when there is nothing to see. */
  see(job: ScreenshotJob): Promise<Buffer | null>;
  keep(job: ScreenshotJob, image: Buffer): Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** After a routine job the browser rests this many times as long as the job took. */
  restFactor: number;
}

export type ScreenshotQueue = ReturnType<typeof createScreenshotQueue>;

/**
 * Does the newest job of each monitor, one at a time, so that browser checks always find a free page. Jobs that somebody
 * waits for come first. After a routine one the browser rests, unless somebody waits for another.
 */
export function createScreenshotQueue({ see, keep, log, restFactor }: ScreenshotSteps) {
  const wanted: Jobs = new Map();
  const routine: Jobs = new Map();
  let working: Promise<void> | null = null;
  let keeping: Promise<void> = Promise.resolve();
  /** Grows when jobs are forgotten; an image that was begun before is not kept. */
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
    /** Adds a job. It replaces an older one of the same monitor. */
    add(job: ScreenshotJob): void {
      if (isStopped) return;
      // Somebody waits for the older job of this monitor: the newer one takes its place in front.
      if (job.isRoutine && !wanted.has(job.monitor_id)) routine.set(job.monitor_id, job);
      else {
        routine.delete(job.monitor_id);
        wanted.set(job.monitor_id, job);
        rest.end();
      }
      working ??= work();
    },
    /** Forgets all jobs, also the one that is being done, and resolves when no file is being written. */
    drop,
    /** Resolves when no job is left. */
    async settled(): Promise<void> {
      await working;
    },
    /** As `drop`, and takes no more. */
    stop(): Promise<void> {
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

/** Takes out the first job that somebody waits for, else the first routine one. */
function takeFirst(wanted: Jobs, routine: Jobs): ScreenshotJob | undefined {
  const jobs = wanted.size > 0 ? wanted : routine;
  const job = jobs.values().next().value;
  if (job) jobs.delete(job.monitor_id);
  return job;
}
