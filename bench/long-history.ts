import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import type { FastifyInstance } from 'fastify';
import { percentile } from './support/figures.ts';
import { seedLongHistory } from './support/installations/long-history.ts';
import { ask, servePages } from './support/pages.ts';

/**
 * How long pages take to read over a long history: each question with nothing of the file in memory, and again and again.
 *
 *   npx tsx --conditions=source bench/long-history.ts [--checks 50000000] [--monitors 1150] [--days 365] [--folder F]
 *
 * The first website has 500 monitors. 50 million checks take 4 GB below the folder and some minutes to make; a folder
 * that has them already is used and kept.
 */
const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '50000000' },
    monitors: { type: 'string', default: '1150' },
    days: { type: 'string', default: '365' },
    folder: { type: 'string' },
    'cold-turns': { type: 'string', default: '10' },
    'warm-turns': { type: 'string', default: '100' },
  },
});
const [checks, monitors, days, coldTurns, warmTurns] = [
  values.checks,
  values.monitors,
  values.days,
  values['cold-turns'],
  values['warm-turns'],
].map(Number) as [number, number, number, number, number];
const minute = 60_000;

/** `:id` is another monitor in each turn. Of five, the last is a network monitor. */
const questions = [
  '/dashboard/stats?hours=1',
  '/dashboard/stats?hours=24',
  '/dashboard/stats?hours=168',
  '/dashboard/stats?hours=8760',
  '/dashboard/down',
  '/websites/',
  '/urls/website/1',
  '/urls/search?text=shop',
  '/network/websites/1/network-monitors',
  '/public/statistics/1?hours=24',
  '/public/statistics/1?hours=720',
  '/public/statistics/1?hours=8760',
  '/checks/url/:id?hours=24',
  '/checks/url/:id/history?hours=24',
  '/checks/url/:id/history?hours=720',
  '/checks/url/:id/history?hours=8760',
  '/network/network-monitors/:service/stats?hours=24',
  '/network/network-monitors/:service/stats?hours=8760',
  '/network/network-monitors/:service/checks',
  '/alerts/?hours=168',
  '/alerts/url/:id',
  '/alerts/open',
];

const atTurn = (url: string, turn: number): string =>
  url.replace(':id', String(5 * (turn % 90) + 1)).replace(':service', String(5 * (turn % 90) + 5));

/** Has the kernel forget what it keeps of the file. */
function forget(file: string): void {
  spawnSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0']);
}

async function measure(dataDir: string, now: number): Promise<void> {
  const file = path.join(dataDir, 'upvigil.sqlite');
  console.log(`${checks} checks, ${monitors} monitors, ${(statSync(file).size / 1e9).toFixed(1)} GB; milliseconds`);
  console.log(`${' '.repeat(52)}   cold p50    p99   warm p50    p99   longest statement`);
  for (const question of questions) {
    const cold: number[] = [];
    const warm: number[] = [];
    let longest = 0;
    const opened = async (use: (app: FastifyInstance) => Promise<void>): Promise<void> => {
      const storage = openSqliteStorage(dataDir);
      storage.onStatement((_sql, _error, ms) => {
        longest = Math.max(longest, ms);
      });
      const app = servePages(storage, now);
      await app.ready();
      await use(app);
      await app.close();
      await storage.close();
    };
    for (let turn = 0; turn <= coldTurns; turn++) {
      forget(file);
      // The first one also compiles the program.
      await opened(
        async (app) =>
          void (turn === 0 ? await ask(app, atTurn(question, 0)) : cold.push(await ask(app, atTurn(question, turn)))),
      );
    }
    longest = 0;
    await opened(async (app) => {
      for (let turn = 0; turn < warmTurns; turn++) {
        const ms = await ask(app, atTurn(question, turn));
        if (turn >= warmTurns / 10) warm.push(ms);
        // A question that is far off needs no hundred answers.
        if (ms > 500 && turn >= 3) break;
      }
    });
    const figures = [percentile(cold, 0.5), percentile(cold, 0.99), percentile(warm, 0.5), percentile(warm, 0.99)];
    const shown = [...figures, longest].map((ms) => ms.toFixed(1).padStart(9));
    console.log(question.padEnd(52), ...shown);
  }
}

const folder = values.folder ?? mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-long-'));
try {
  if (!existsSync(path.join(folder, 'upvigil.sqlite'))) {
    const started = performance.now();
    await seedLongHistory(folder, { monitors, checks, days, now: Math.floor(Date.now() / minute) * minute });
    console.log(`made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  const storage = openSqliteStorage(folder);
  const newest = storage.db.selectFrom('checks').select('checked_at').orderBy('id', 'desc').limit(1);
  const { checked_at: now } = await newest.executeTakeFirstOrThrow();
  await storage.close();
  await measure(folder, now);
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
