import type { Browser, LaunchOptions } from 'playwright-core';
import type { Dialer } from '../../probe/dialing/dialer.ts';
import { userAgentFor } from '../../probe/dialing/user-agent.ts';
import { within } from '../../probe/within.ts';
import { type ChromiumFound, findChromium } from './find-chromium.ts';
import { type SocksProxy, startSocksProxy } from './socks-proxy.ts';

/** A running Chromium with the proxy for all its connections. */
export interface Chromium {
  readonly browser: Browser;
  /** Whether Chromium's sandbox is active (no `--no-sandbox`). */
  readonly isSandboxed: boolean;
  readonly proxy: SocksProxy;
  /** The User-Agent header: that of an ordinary Chrome, followed by the product's name. */
  readonly userAgent: string;
  close(): Promise<void>;
}

/** Chromium is missing or does not start. The message has the remedy. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

const launchMilliseconds = 20_000;
const closeMilliseconds = 5000;
const remedy = 'install Chromium, or set CHROMIUM_PATH to the path of Chrome or Chromium';

const flags = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Blocks traffic that would bypass the proxy: UDP, and name lookups.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** @throws NoChromiumError if Chromium is missing, does not start, or is disabled */
export async function launchChromium(
  configured: string | false | null,
  dialer: Pick<Dialer, 'dial'>,
): Promise<Chromium> {
  const found = await findChromium(configured).catch((error: unknown) => {
    throw new NoChromiumError(`Chromium could not be unpacked (${firstLine(error)}): ${remedy}`, { cause: error });
  });
  if (configured === false) throw new NoChromiumError('CHROMIUM_PATH is off');
  if (found.length === 0) {
    const what = configured === null ? 'no Chromium was found' : `there is no ${configured}`;
    throw new NoChromiumError(`${what}: ${remedy}`);
  }
  const proxy = await startSocksProxy(dialer);
  try {
    const { browser, isSandboxed } = await launchFirst(found, proxy.port);
    return {
      browser,
      isSandboxed,
      proxy,
      userAgent: userAgentOf(browser.version()),
      async close() {
        await within(browser.close(), closeMilliseconds);
        await proxy.close();
      },
    };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

async function launchFirst(
  found: readonly ChromiumFound[],
  proxyPort: number,
): Promise<Pick<Chromium, 'browser' | 'isSandboxed'>> {
  // Loaded at the first start of a browser, because many installations never need it.
  const { chromium } = await import('playwright-core');
  let reason = '';
  for (const options of found.flatMap((each) => launchOptions(each, proxyPort))) {
    try {
      return { browser: await chromium.launch(options), isSandboxed: options.chromiumSandbox === true };
    } catch (error) {
      reason ||= firstLine(error);
    }
  }
  throw new NoChromiumError(`Chromium does not start (${reason}): ${remedy}`);
}

/** With Chromium's sandbox first, then without: it does not work for root, nor on every machine. */
function launchOptions({ executable, env }: ChromiumFound, proxyPort: number): LaunchOptions[] {
  const isRoot = process.getuid?.() === 0;
  return (isRoot ? [false] : [true, false]).map((chromiumSandbox) => ({
    executablePath: executable,
    env,
    chromiumSandbox,
    args: flags,
    proxy: { server: `socks5://127.0.0.1:${proxyPort}`, bypass: '<-loopback>' },
    timeout: launchMilliseconds,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  }));
}

const userAgentOf = (version: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split('.', 1)[0]}.0.0.0 Safari/537.36 ${userAgentFor('uptime check')}`;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
