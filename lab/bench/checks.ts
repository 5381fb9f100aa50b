/**
 * Cost of a check in the engine (schedule, thread, probe, evaluation; without storage) at 100, 500 and 1,000 checks a
 * second, compared with a bare node:http loop at the same rate in the same run. Each runs in its own process, against
 * a target process on loopback that answers after 50 ms.
 *
 *   npm run build && npx tsx --conditions=source lab/bench/checks.ts [rate …]
 *
 * The measured processes run the built files, as production does.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@upvigil/server/base/clock';
import type { FinishedCheck, ProbeTarget } from '@upvigil/server/base/domain/check';
import { createEngine } from '@upvigil/server/checks/engine/engine';
import { watchedForTest } from '@upvigil/server/testing/watched-monitor';
import { errorsOf, nextMessage, startKnownTarget } from '../support/targets/known-target.ts';
import { measureBareLoop } from './support/bare-loop.ts';
import { percentile } from './support/figures.ts';
import { accountFor, type Found, type Measured } from './support/measured.ts';

const intervalSeconds = 10;
const time = { warmUpMilliseconds: 12_000, measuredMilliseconds: 20_000 };
const targetDelay = 50;

async function measureEngine(url: string, rate: number): Promise<Measured> {
  const found: Found = { lateness: [], recorded: [], failed: 0 };
  const dueAt = new Map<number, number>();
  const onFinished = (checks: FinishedCheck[]): void => {
    for (const check of checks) {
      const due = dueAt.get(check.monitor_id);
      if (due !== undefined) found.lateness.push(check.checked_at - due);
      if (check.next_due_at !== null) dueAt.set(check.monitor_id, check.next_due_at);
      found.recorded.push({
        id: check.monitor_id,
        at: check.checked_at,
        took: (check.response_time_us ?? Number.NaN) / 1000,
      });
      if (!check.is_up) found.failed += 1;
    }
  };
  const engine = createEngine({
    clock: systemClock,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    onFinished,
    onFault: (id, fault, message) => console.error(`monitor ${id}: ${fault}, ${message}`),
  });
  await engine.start();
  engine.watch(
    Array.from({ length: rate * intervalSeconds }, (_, at) => {
      const page = { url: `${url}/?id=${at + 1}`, metadata_tag: null, metadata_value: null };
      const target: ProbeTarget = { kind: 'URL', ...page, check_mode: 'http' };
      return watchedForTest(at + 1, { target, check_interval_seconds: intervalSeconds });
    }),
  );
  const measured = await accountFor(found, time);
  await engine.stop();
  return measured;
}

const file = fileURLToPath(import.meta.url);
/** Without the condition that resolves to sources: the built files are measured. */
const execArgv = process.execArgv.filter((each) => !each.includes('conditions'));

async function measureEngineApart(url: string, rate: number): Promise<Measured> {
  const child = fork(file, ['engine', url, String(rate)], { execArgv, serialization: 'advanced' });
  try {
    return await nextMessage<Measured>(child);
  } finally {
    child.kill();
  }
}

async function compare(rates: readonly number[]): Promise<void> {
  const target = await startKnownTarget(targetDelay);
  for (const rate of rates) {
    const bare = await measureBareLoop({ url: target.url, rate, monitors: rate * intervalSeconds, ...time });
    await target.takeServed();
    const engine = await measureEngineApart(target.url, rate);
    const errors = errorsOf(engine.recorded, await target.takeServed());
    const cost = (measured: Measured): number => measured.cpu / measured.checks;
    console.log(
      [
        `${rate}/s:`,
        `${((engine.checks / engine.wall) * 1000).toFixed(0)}/s done, ${engine.failed} failed;`,
        `CPU per check ${cost(engine).toFixed(3)} ms, bare loop ${cost(bare).toFixed(3)} ms,`,
        `ratio ${(cost(engine) / cost(bare)).toFixed(2)};`,
        `lateness p50 ${percentile(engine.lateness, 0.5)} p99 ${percentile(engine.lateness, 0.99)} ms;`,
        `error of recorded time p50 ${percentile(errors, 0.5).toFixed(2)} p99 ${percentile(errors, 0.99).toFixed(2)} ms`,
        `(${errors.length} compared); ${engine.rss_mib.toFixed(0)} MiB`,
      ].join(' '),
    );
  }
  target.close();
}

const [kind = '100', url = '', rate = ''] = process.argv.slice(2);
if (kind === 'engine') process.send?.(await measureEngine(url, Number(rate)));
else await compare(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 500, 1000]);
