import { isPlainRequest } from '@upvigil/core/contract/check-options/plain-request';
import type { CheckMode } from '@upvigil/core/contract/check-options/request-names';
import { readUrlOptions } from '@upvigil/core/contract/check-options/stored-options';
import { defaults } from '@upvigil/core/defaults';
import { minuteMs } from '@upvigil/core/time';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import type { BrowserProbe } from '../engine/browser-probe-server.ts';
import { forgetScreenshot, nameScreenshot } from '../record/check-store.ts';
import type { RecordedCheck } from '../record/recording/recorded-check.ts';
import type { Browser } from './browser/browser.ts';
import { type KeptScreenshots, keepScreenshots } from './kept-screenshots.ts';
import { newScreenshotName, removeScreenshots, writeScreenshot } from './screenshot-files.ts';
import { createScreenshotQueue, type ScreenshotJob } from './screenshot-queue.ts';

export interface ScreenshotsOptions {
  db: Database;
  browser: Pick<Browser, 'probe' | 'screenshot'>;
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** After a screenshot that was due by age alone, the browser pauses for its duration times this factor. */
  restFactor?: number;
}

/** Screenshots due by age alone take at most a fifth of the time, so that many URLs do not keep the machine busy. */
const defaultRestFactor = 4;

/**
 * Images of browser checks that wait for their check to be recorded, which takes up to a second. Two pages at a time
 * take no more than this many in it.
 */
const mostImages = 32;

/** Takes, stores and removes screenshots, always after the check was recorded. */
export interface Screenshots {
  /** Runs browser checks for the engine, and keeps the image of each until its check is recorded. */
  runBrowserProbe: BrowserProbe;
  /** Handles stored scheduled checks. Never throws or waits. */
  afterRecorded(recorded: readonly RecordedCheck[]): void;
  /** Handles a stored triggered check, which always gets a screenshot. */
  afterTriggered(recorded: RecordedCheck): void;
  /** Removes the screenshots of deleted checks or monitors. */
  removeFiles(names: readonly string[]): Promise<void>;
  /** Drops all jobs, including the running one. Resolves when no file is being written. Call it before a restore. */
  drop(): Promise<void>;
  /** Lists the folder again. Call it after a restore. */
  reload(): void;
  /** Resolves when all due screenshots were taken. */
  settled(): Promise<void>;
  /** Like `drop`, and accepts no more jobs. */
  stop(): Promise<void>;
}

export function createScreenshots(options: ScreenshotsOptions): Screenshots {
  const { browser, dataDir, restFactor = defaultRestFactor } = options;
  const images = new LRUCache<string, Buffer>({ max: mostImages });
  const kept = keepScreenshots(dataDir);
  const queue = createScreenshotQueue({
    async see(job) {
      kept.tried(job.monitor_id, job.checked_at);
      return job.image ?? browser.screenshot(job.url);
    },
    keep: (job, image) => keepOne(options, kept, job, image),
    log: options.log,
    restFactor,
  });

  const consider = (recorded: RecordedCheck, is_triggered: boolean): void => {
    const { check, check_id, monitor } = recorded;
    const last_at = kept.lastAt(monitor.id);
    if (monitor.kind !== 'URL') return;
    const reason = screenshotDue(questionOf(recorded, is_triggered, last_at));
    if (reason === null) return;
    const isBrowserCheck = monitor.check_mode === 'browser';
    if (!isBrowserCheck && !sendsPlainRequest(monitor.options)) return;
    const image = isBrowserCheck ? (images.get(monitor.target) ?? null) : null;
    images.delete(monitor.target);
    // The browser check had nothing to show, so loading the page again would show no more.
    if (isBrowserCheck && image === null) return;
    const { checked_at } = check;
    const isRoutine = reason === 'age';
    queue.add({ monitor_id: monitor.id, check_id, checked_at, url: monitor.target, image, isRoutine });
  };

  return {
    async runBrowserProbe(target, timeoutSeconds, signal) {
      const { outcome, image } = await browser.probe(target, timeoutSeconds, signal);
      if (image) images.set(target.url, image);
      return outcome;
    },
    afterRecorded(recorded) {
      for (const one of recorded) consider(one, false);
    },
    afterTriggered: (recorded) => consider(recorded, true),
    async removeFiles(names) {
      kept.forget(names);
      await removeScreenshots(dataDir, names);
    },
    drop: queue.drop,
    reload: kept.reload,
    settled: queue.settled,
    stop: queue.stop,
  };
}

/** A browser cannot send other requests, so its image would show something else than the check saw. */
const sendsPlainRequest = (options: string | null): boolean =>
  options === null || isPlainRequest(readUrlOptions(options).request);

const questionOf = (
  { check, monitor }: RecordedCheck,
  is_triggered: boolean,
  last_at: number | null,
): ScreenshotQuestion => ({
  check_mode: monitor.check_mode,
  is_triggered,
  was_up: monitor.is_up === null ? null : monitor.is_up === 1,
  is_up: check.is_up,
  checked_at: check.checked_at,
  last_at,
});

async function keepOne(
  { db, dataDir }: ScreenshotsOptions,
  kept: KeptScreenshots,
  { monitor_id, check_id, checked_at }: ScreenshotJob,
  image: Buffer,
): Promise<void> {
  const name = newScreenshotName(monitor_id, checked_at);
  await writeScreenshot(dataDir, name, image);
  if (!(await nameScreenshot(db, check_id, name))) {
    await removeScreenshots(dataDir, [name]);
    return;
  }
  for (const old of kept.add({ name, monitor_id, taken_at: checked_at })) {
    await forgetScreenshot(db, old);
    await removeScreenshots(dataDir, [old.name]);
  }
}

/** What decides whether a check gets a screenshot. */
export interface ScreenshotQuestion {
  check_mode: CheckMode | null;
  is_triggered: boolean;
  /** Whether the monitor was up before the check; null at its first check. */
  was_up: boolean | null;
  is_up: boolean;
  /** Milliseconds since the epoch. */
  checked_at: number;
  /**
   * Time of the check for which a screenshot was last taken or attempted, milliseconds since the epoch; null without
   * one.
   */
  last_at: number | null;
}

/** Why a screenshot is taken after a check; null if none is due. */
export function screenshotDue(question: ScreenshotQuestion): 'trigger' | 'browser check' | 'change' | 'age' | null {
  const { check_mode, is_triggered, was_up, is_up, checked_at, last_at } = question;
  if (is_triggered) return 'trigger';
  if (check_mode === 'browser') return 'browser check';
  if (was_up !== null && was_up !== is_up) return 'change';
  const maxAge = defaults.screenshots.maxAgeMinutes * minuteMs;
  return last_at === null || checked_at - last_at >= maxAge ? 'age' : null;
}
