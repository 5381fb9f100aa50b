import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { adminPassword, type Product, startProduct } from './support/product.ts';
import { keys, openTerminal, type SessionOptions, type TerminalSession } from './support/terminal-session.ts';
import { startWebTarget, type WebTarget } from './support/web-target.ts';

const websiteCount = 25;
/** Checks come only when a test asks for them. */
const rarely = 3600;

let product: Product;
let steady: WebTarget;
let shaky: WebTarget;
let shakyUrlId = 0;
const sessions: TerminalSession[] = [];

beforeAll(async () => {
  [steady, shaky] = await Promise.all([startWebTarget(), startWebTarget()]);
  product = await startProduct();
  for (let number = 1; number <= websiteCount; number += 1) {
    const name = number === websiteCount ? 'Zebra shop' : `Website ${String(number).padStart(2, '0')}`;
    await addWebsite(name, number === websiteCount);
  }
  // Lists have what is not well first: the order stands when all were checked.
  const statuses = async () => (await product.api.websites.list({})).map(({ status }) => status);
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array(websiteCount).fill('up')), 20_000);
});
afterEach(() => {
  for (const session of sessions.splice(0)) session.kill('SIGKILL');
});
afterAll(async () => {
  await product.remove();
  await Promise.all([steady.close(), shaky.close()]);
});

async function addWebsite(name: string, isShaky: boolean): Promise<void> {
  const { id: websiteId } = await product.api.websites.create({ body: { name } });
  const params = { websiteId };
  const url = isShaky ? shaky.url : steady.url;
  const added = await product.api.urls.create({
    params,
    body: { url, check_interval: rarely, failure_threshold: 1 },
  });
  await product.api.networkMonitors.create({
    params,
    body: { name: `Port of ${name}`, host: '127.0.0.1', port: steady.port, check_interval: rarely },
  });
  if (isShaky) shakyUrlId = added.id;
}

function open(argv: readonly string[], options: SessionOptions = {}): TerminalSession {
  const environment = { UPVIGIL_SERVER: product.baseUrl, UPVIGIL_TOKEN: product.token, ...options.environment };
  const session = openTerminal(argv, { ...options, environment });
  sessions.push(session);
  return session;
}

const selectedLine = (session: TerminalSession): string =>
  session.screen().find((text) => text.startsWith('›') || text.startsWith('>')) ?? '';

test('an operator looks at fifty monitors, moves, filters, resizes, checks, sees one go down, and leaves', async () => {
  const terminal = open(['dashboard']);
  await terminal.sees('Monitoring Dashboard');
  await terminal.sees(`Websites ${websiteCount}    URLs ${websiteCount}`);
  await terminal.sees(/Updated \d\d:\d\d:\d\d/);
  expect(terminal.isAlternate()).toBe(true);
  expect(terminal.isCursorShown()).toBe(false);

  await terminal.sees('›');
  const first = selectedLine(terminal);
  terminal.press(`j${keys.down}`);
  await expect.poll(() => selectedLine(terminal)).not.toBe(first);
  terminal.press('G');
  await expect.poll(() => selectedLine(terminal)).toContain('Zebra shop');

  terminal.press('/zebra');
  await terminal.sees('/zebra_');
  await expect.poll(() => terminal.screen().join('\n')).not.toContain('Website 01');
  terminal.press(keys.enter);
  await terminal.sees('Esc shows all again');

  terminal.resize(60, 15);
  await expect.poll(() => terminal.screen().at(-2)?.trimEnd(), { timeout: 10_000 }).toMatch(/\? q$|q quit$/);
  expect(terminal.screen().every((text) => text.length <= 60)).toBe(true);
  expect(selectedLine(terminal)).toContain('Zebra shop');
  terminal.resize(80, 24);
  await terminal.sees('NETWORK SERVICES STATUS');
  await expect.poll(() => selectedLine(terminal)).toContain('Zebra shop');

  terminal.press('c');
  await terminal.sees('Checked Zebra shop', 30_000);
  await terminal.sees(/│ UP +│/);
  terminal.press(keys.escape);
  await expect.poll(() => selectedLine(terminal)).toMatch(/›✓ Zebra shop/);

  shaky.behave('error');
  await product.api.urls.check({ params: { urlId: shakyUrlId } });
  const wentDownAt = performance.now();
  await terminal.sees(/›▲ Zebra shop/, 5_000);
  await terminal.sees('URL Issues 1 (1 down', 5_000);
  expect(performance.now() - wentDownAt).toBeLessThan(2_000);
  await terminal.sees(/✗ 1 down +longest <1 min\n ✗ DOWN +127\.0\.0\.1\S* +HTTP 500 .*▄✗ /, 5_000);
  shaky.behave('ok');

  terminal.press('q');
  expect(await terminal.ended()).toEqual({ exitCode: 0, signal: undefined });
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.isCursorShown()).toBe(true);
  expect(terminal.screen().join('')).toBe('');
});

test('every screen is reached by its key, and a website is opened and left', async () => {
  const terminal = open(['status'], { columns: 120, rows: 40 });
  await terminal.sees('Real-time monitoring status for all services');
  terminal.press(keys.enter);
  await terminal.sees('WEBSITE MONITORING');
  terminal.press('2');
  await terminal.sees('Time Range: 1 6 [24] 72 168 hours');
  terminal.press('t');
  await terminal.sees('[72]');
  terminal.press('v');
  await terminal.sees(/problems? from \d+ alerts?/);
  terminal.press('a');
  await terminal.sees('[DOWN]');
  terminal.press('?');
  await terminal.sees('Esc closes this');
  terminal.press('1');
  await terminal.sees('Range: Last 24 Hours');
  terminal.press(keys.controlC);
  await terminal.ended();
  expect(terminal.isAlternate()).toBe(false);
});

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'])('%s leaves the screen and the cursor as they were', async (signal) => {
  const terminal = open(['alerts']);
  await terminal.sees('Time Range');
  terminal.kill(signal);
  await terminal.ended();
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.isCursorShown()).toBe(true);
});

test('the server goes away and comes back: the old data stays, the screen says so and recovers by itself', async () => {
  const mortal = await startProduct();
  const { id } = await mortal.api.websites.create({ body: { name: 'Stays in sight' } });
  expect(id).toBe(1);
  const terminal = open(['dashboard'], {
    environment: { UPVIGIL_SERVER: mortal.baseUrl, UPVIGIL_TOKEN: mortal.token },
  });
  await terminal.sees('Stays in sight');
  await mortal.end('SIGTERM');
  await terminal.sees('Server not reachable, retry', 15_000);
  await terminal.sees('Stays in sight');
  const again = await startProduct({ dataDir: mortal.dataDir, env: { PORT: new URL(mortal.baseUrl).port } });
  await terminal.sees(/Updated \d\d:\d\d:\d\d/, 30_000);
  terminal.press('q');
  expect((await terminal.ended()).exitCode).toBe(0);
  await again.remove();
});

test.each([
  ['NO_COLOR', { NO_COLOR: '1' }],
  ['--no-color', {}],
])('with %s no colour code is written, and nothing is missing', async (name, environment: Record<string, string>) => {
  const terminal = open(name.startsWith('--') ? ['dashboard', name] : ['dashboard'], { environment });
  await terminal.sees('Monitoring Dashboard');
  await terminal.sees(/Updated/);
  terminal.press('q');
  await terminal.ended();
  // Only the reset that ends a painted line is left.
  expect(terminal.raw().replaceAll('\u001b[0m', '')).not.toMatch(/\u001b\[[\d;]*m/);
});

test('a terminal without UTF-8 gets ASCII alone', async () => {
  const terminal = open(['status'], { environment: { LANG: 'C', LC_ALL: 'C' } });
  await terminal.sees('System Status');
  await terminal.sees(/Updated/);
  terminal.press('q');
  await terminal.ended();
  expect(terminal.raw()).not.toMatch(/[^\u0000-\u007f]/);
});

test('TERM=dumb gets plain text instead of a screen', async () => {
  const terminal = open(['status'], { environment: { TERM: 'dumb' } });
  await terminal.ended();
  await expect.poll(terminal.raw).toContain('UPVIGIL ');
  expect(terminal.raw()).not.toContain('\u001b');
});

test('Ctrl+C at a question ends the command, with nothing done', async () => {
  const { name } = await product.api.backup.create({ query: { name: 'asked' } });
  const terminal = open(['backup', 'delete', name]);
  await terminal.sees('Are you sure you want to delete backup');
  terminal.press(keys.controlC);
  await terminal.ended();
  expect((await product.api.backup.list()).backups.map((backup) => backup.name)).toContain(name);
});

test('the password is not shown while it is typed', async () => {
  const terminal = open(['login', '--server', product.baseUrl], {
    environment: { UPVIGIL_CONFIG_DIR: path.join(product.dataDir, 'cli-config') },
  });
  await terminal.sees('Admin password for');
  terminal.press(`${adminPassword}\r`);
  expect((await terminal.ended()).exitCode).toBe(0);
  await terminal.sees('Signed in to');
  expect(terminal.raw()).not.toContain(adminPassword);
});
