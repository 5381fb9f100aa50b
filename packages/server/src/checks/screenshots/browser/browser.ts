import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { Config } from '../../../base/config/config.ts';
import type { TargetOf } from '../../../base/domain/check.ts';
import { createDialer, type Dialer } from '../../probe/dialing/dialer.ts';
import { fault } from '../../probe/faults.ts';
import { type BrowserCheck, probeInBrowser } from './browser-probe.ts';
import { launchChromium, NoChromiumError } from './chromium.ts';
import { createSharedChromium, type SharedChromium } from './shared-chromium.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { visitPage } from './visit-page.ts';

interface BrowserLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface BrowserOptions {
  config: Pick<Config, 'chromiumPath'> & Partial<Pick<Config, 'dnsReferenceName'>>;
  clock: Clock;
  log: BrowserLog;
  dialer?: Pick<Dialer, 'dial'>;
  /** Chromium is closed after this idle time. */
  idleMilliseconds?: number;
}

/** Browser checks and screenshots by Chromium. Without Chromium both are disabled, and `available` has the reason. */
export interface Browser {
  /** Starts Chromium if it is not running. */
  available(): Promise<{ ok: true } | { ok: false; reason: string }>;
  /** Runs one browser check. A missing, crashed or aborted browser is a fault, not an outage of the target. */
  probe(target: TargetOf<'URL'>, timeoutSeconds: number, signal: AbortSignal): Promise<BrowserCheck>;
  /** The current appearance of a page, as WebP of 1280 px width; null if there is nothing to see. */
  screenshot(url: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

const pagesAtOnce = 2;
const defaultIdleMilliseconds = minuteMs;
const retryMilliseconds = minuteMs;
const screenshotSeconds = 30;

export function createBrowser(options: BrowserOptions): Browser {
  const { clock, log, config, idleMilliseconds = defaultIdleMilliseconds } = options;
  const dialer = options.dialer ?? createDialer({ referenceName: config.dnsReferenceName ?? null });
  const launch = async () => {
    const chromium = await launchChromium(config.chromiumPath, dialer).catch((error: unknown) => {
      if (config.chromiumPath !== false) log.warn({ err: error }, 'screenshots and browser checks are off');
      throw error;
    });
    const how = chromium.isSandboxed
      ? ''
      : ' without its own sandbox (--no-sandbox), which needs another user than root and namespaces';
    log.info({ version: chromium.browser.version() }, `Chromium started${how}`);
    return chromium;
  };
  const shared = createSharedChromium({ launch, clock, pagesAtOnce, idleMilliseconds, retryMilliseconds });
  return {
    async available() {
      try {
        await shared.use(neverAborted(), async () => undefined);
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: reasonOf(error) };
      }
    },
    async probe(target, timeoutSeconds, signal) {
      if (!isPage(target.url))
        return { outcome: fault('internal', 'only http and https pages are opened'), image: null };
      try {
        return await shared.use(signal, (chromium) =>
          probeInBrowser(chromium, target, { timeoutSeconds, signal, onStuck: () => shared.discard(chromium) }),
        );
      } catch (error) {
        return { outcome: fault('browser', reasonOf(error)), image: null };
      }
    },
    screenshot: (url) => (isPage(url) ? screenshotOf(shared, url) : Promise.resolve(null)),
    close: () => shared.close(),
  };
}

/** Also takes an image of a page that has not loaded in time, as a visitor would see it. */
async function screenshotOf(shared: SharedChromium, url: string): Promise<Buffer | null> {
  const signal = neverAborted();
  let image: Buffer | null = null;
  const work = (chromium: Parameters<Parameters<SharedChromium['use']>[1]>[0]) =>
    visitPage(
      chromium,
      {
        url,
        timeoutMilliseconds: screenshotSeconds * 1000,
        signal,
        async look(page, visit) {
          if (visit.status !== null && !visit.hasCrashed) image = await takeScreenshot(page);
        },
      },
      () => shared.discard(chromium),
    );
  await shared.use(signal, work).catch(() => undefined);
  return image;
}

const neverAborted = (): AbortSignal => new AbortController().signal;

const isPage = (url: string): boolean => canParseUrl(url) && /^https?:$/.test(new URL(url).protocol);

function reasonOf(error: unknown): string {
  if (error instanceof NoChromiumError) return error.message;
  return `the browser failed: ${(error instanceof Error ? error.message : String(error)).split('\n', 1)[0]}`;
}
