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
 * Chromium for tests: the given one, the system's, or the one from npm, found as the product finds it. Test files that
 * start together on a new machine must not unpack it over each other. `hasScrollBars`: scroll bars take room. `finds`:
 * the addresses of hosts, in the syntax of Chromium's `--host-resolver-rules`.
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

/** Candidates, best first. */
const chromiums = (): Promise<ChromiumFound[]> => findChromium(process.env.CHROMIUM_PATH || null);
