import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminPassword, type Product, startProduct } from '../support/product.ts';
import { keys, type SessionOptions, type TerminalSession } from '../support/terminal/terminal-session.ts';
import { startWatchedTerminal, type WatchedTerminal } from '../support/terminal/watched-terminal.ts';

let watched: WatchedTerminal;
let product: Product;
const open = (argv: readonly string[], options?: SessionOptions): TerminalSession => watched.open(argv, options);

beforeAll(async () => {
  watched = await startWatchedTerminal(2);
  product = watched.product;
  // For the list of alerts.
  watched.shaky.behave('error');
  await product.api.urls.check({ params: { urlId: watched.shakyUrlId } });
  watched.shaky.behave('ok');
});
afterEach(() => watched.endSessions());
afterAll(() => watched.close());

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
  await expect.poll(terminal.isAlternate).toBe(false);
});

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'])('%s leaves the screen and the cursor as they were', async (signal) => {
  const terminal = open(['alerts']);
  await terminal.sees('Time Range');
  terminal.kill(signal);
  await terminal.ended();
  await expect.poll(terminal.isAlternate).toBe(false);
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
  expect(terminal.raw()).not.toMatch(/\u001b\[[\d;]*m/);
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
