import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createApiClient } from '@upvigil/core/client/api-client';
import { afterEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** The command of `npm run demo` after its build. */
const command = ['--import', 'tsx', '--conditions=source', 'scripts/demo.ts'];
const patience = { timeout: 90_000 };

interface RunningDemo {
  process: ChildProcess;
  said(): string;
  found(pattern: RegExp): string;
  ended: Promise<number | null>;
}

let demo: RunningDemo;

function start(env: Record<string, string>): RunningDemo {
  const child = spawn(process.execPath, command, {
    cwd: root,
    // In its own process group, to be interrupted as a whole, as by a terminal.
    detached: true,
    env: { PATH: process.env.PATH ?? '', CHROMIUM_PATH: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, ended, said: () => said, found: (pattern) => pattern.exec(said)?.[1] ?? '' };
}

function isGroupAlive({ process: { pid = 0 } }: RunningDemo): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

const interrupt = (): void => void process.kill(-(demo.process.pid ?? 0), 'SIGINT');

afterEach(async () => {
  if (demo.process.exitCode === null && demo.process.signalCode === null) interrupt();
  await demo.ended;
});

describe('npm run demo', () => {
  it('shows a month of the invented company, sends what it finds to its own catcher, and leaves nothing behind', async () => {
    // Its preferred port is taken.
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    demo = start({ PORT: String(port) });
    await expect.poll(demo.said, patience).toContain('Ctrl+C ends it');
    const baseUrl = demo.found(/pages +(\S+)/);
    const catcherUrl = demo.found(/what it sends +(\S+)/);
    const folder = demo.found(/does not exist, in (\S+)/);
    expect(baseUrl).not.toContain(String(port));
    expect(existsSync(folder)).toBe(true);

    // The password signs in, and there is history.
    const { access_token } = await createApiClient({ baseUrl, getToken: () => null }).auth.login({
      body: { password: demo.found(/password: (\S+)/) },
    });
    const api = createApiClient({ baseUrl, getToken: () => access_token });
    expect((await api.branding.get()).brand_text).toContain('Demo data');
    expect(await (await fetch(`${baseUrl}/status`)).text()).toContain('Demo data');
    const websites = await api.websites.list();
    expect(websites.length).toBeGreaterThan(4);
    for (const { daily_uptime } of await api.publicStatus.overview())
      expect(daily_uptime.filter(({ uptime }) => uptime !== null).length).toBeGreaterThanOrEqual(30);

    // Its targets answer as described.
    const [shop] = websites;
    const urls = await api.urls.listByWebsite({ params: { websiteId: shop?.id ?? 0 } });
    expect((await fetch(urls[0]?.url ?? '')).status).toBe(200);

    // A new outage appears on the catcher's page.
    const caught = async () => (await fetch(catcherUrl)).text();
    await expect.poll(caught, patience).toMatch(/Mail \([1-9].*SMS \([1-9].*Slack \([1-9]/s);
    expect(await caught()).toContain('/shop/checkout');

    // Ctrl+C
    interrupt();
    expect(await demo.ended).toBe(0);
    expect(existsSync(folder)).toBe(false);
    // No process of its group is left.
    await expect.poll(() => isGroupAlive(demo)).toBe(false);
    await expect(fetch(baseUrl)).rejects.toThrow();
    await expect(fetch(catcherUrl)).rejects.toThrow();
    other.close();
  });

  it('refuses a real folder in one sentence', async () => {
    demo = start({ DATA_DIR: path.join(root, 'data') });
    expect(await demo.ended).toBe(1);
    expect(demo.said()).toMatch(/^DATA_DIR is set, but [^\n]+\n$/);
  });
});
