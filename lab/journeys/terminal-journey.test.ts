import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keys, type TerminalSession } from '../support/terminal/terminal-session.ts';
import { startWatchedTerminal, type WatchedTerminal } from '../support/terminal/watched-terminal.ts';

const websiteCount = 25;

let watched: WatchedTerminal;
beforeAll(async () => {
  watched = await startWatchedTerminal(websiteCount);
});
afterEach(() => watched.endSessions());
afterAll(() => watched.close());

const selectedLine = (session: TerminalSession): string =>
  session.screen().find((text) => text.startsWith('›') || text.startsWith('>')) ?? '';

test('an operator looks at fifty monitors, moves, filters, resizes, checks, sees one go down, and leaves', async () => {
  const terminal = watched.open(['dashboard']);
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
  await terminal.sees('Esc clears the filter');

  terminal.resize(60, 15);
  await expect.poll(() => terminal.screen().at(-2)?.trimEnd()).toMatch(/\? q$|q quit$/);
  await expect.poll(() => selectedLine(terminal)).toContain('Zebra shop');
  expect(terminal.screen().every((text) => text.length <= 60)).toBe(true);
  terminal.resize(80, 24);
  await terminal.sees('NETWORK SERVICES STATUS');
  await expect.poll(() => selectedLine(terminal)).toContain('Zebra shop');

  terminal.press('c');
  await terminal.sees('Checked Zebra shop', 30_000);
  await terminal.sees(/│ UP +│/);
  terminal.press(keys.escape);
  await expect.poll(() => selectedLine(terminal)).toMatch(/›✓ Zebra shop/);

  watched.shaky.behave('error');
  await watched.product.api.urls.check({ params: { urlId: watched.shakyUrlId } });
  // Well before the next refresh, which comes after a minute.
  await terminal.sees(/›▲ Zebra shop/, 30_000);
  await terminal.sees('URL Issues 1 (1 down', 30_000);
  await terminal.sees(/✗ 1 down +longest <1 min\n ✗ DOWN +127\.0\.0\.1\S* +HTTP 500 .*▄✗ /, 30_000);
  watched.shaky.behave('ok');

  terminal.press('q');
  expect(await terminal.ended()).toEqual({ exitCode: 0, signal: undefined });
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.isCursorShown()).toBe(true);
  expect(terminal.screen().join('')).toBe('');
});
