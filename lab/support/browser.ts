import { type ChromiumFound, findChromium } from '@upvigil/server/checks/screenshots/browser/find-chromium';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Chromium for tests: the one that is named, the system's, or the one that npm brought, as the product finds it, so that
 * test files which begin at the same time on a new machine do not unpack it over each other. Scroll bars take room when
 * asked for; `finds` says where a host and port are, as Chromium's `--host-resolver-rules` takes it.
 */
export async function launchBrowser({ hasScrollBars = false, finds = '' } = {}): Promise<Browser> {
  const args = finds ? [...flags, `--host-resolver-rules=${finds}`] : flags;
  let reason: unknown = new Error('There is no Chromium');
  for (const { executable, env } of await chromiums()) {
    try {
      return await chromium.launch({
        executablePath: executable,
        env,
        args,
        ...(hasScrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
      });
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Those to try, best first. */
const chromiums = (): Promise<ChromiumFound[]> => findChromium(process.env.CHROMIUM_PATH || null);
