/**
 * Many monitors: a list of 10,000 with its filters, and changes of 1,000 while 1,000 others are checked at 100 checks
 * a second. The lateness is that of the checks from each request to a second after its answer, seen by the target.
 *
 *   npm run bench -- many
 */
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@upvigil/server/base/clock';
import { type makeMonitor, makeMonitors, makeWebsite } from '@upvigil/server/testing/rows';
import { nextMessage, startKnownTarget } from '../support/targets/known-target.ts';
import { percentile } from './support/figures.ts';
import { withLateness } from './support/lateness.ts';
import { password, serveProgram } from './support/served-program.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const monitors = { checked: 1_000, changed: 1_000, others: 8_000 };
const intervalSeconds = 10;
const lists = 20;
const changes = 8;

/** The program with its monitors; the changed ones are not due within the measurement, until they are changed. */
async function serve(target: string): Promise<void> {
  const now = systemClock.now();
  const { baseUrl, stop } = await serveProgram(async (trx) => {
    const { id: website_id } = await makeWebsite(trx);
    const add = (count: number, given: (at: number) => Parameters<typeof makeMonitor>[1]) =>
      makeMonitors(
        trx,
        Array.from({ length: count }, (_, at) => ({
          website_id,
          created_at: now,
          last_check_time: now,
          is_up: 1 as const,
          ...given(at + 1),
        })),
      );
    await add(monitors.checked, (at) => ({
      name: `Checked ${at}`,
      target: `${target}/?id=${at}`,
      check_interval_seconds: intervalSeconds,
      next_due_at: now + at * ((intervalSeconds * 1000) / monitors.checked),
    }));
    await add(monitors.changed, (at) => ({
      name: `Changed ${at}`,
      target: `${target}/`,
      tags: ' env:staging ',
      check_interval_seconds: 3600,
      next_due_at: now + 3_600_000,
    }));
    await add(monitors.others, (at) => ({
      name: `Other ${at}`,
      target: `https://host-${at}.example.org/`,
      tags: ' env:prod owner:ann ',
      enabled: 0,
    }));
  });
  process.on('message', () => void stop());
  process.send?.({ baseUrl });
}

async function measure(): Promise<void> {
  const target = await startKnownTarget(5);
  const child = fork(fileURLToPath(import.meta.url), ['serve', target.url]);
  const { baseUrl } = (await nextMessage(child)) as { baseUrl: string };
  const signIn = await fetch(`${baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  /** The answer, and the time to it in milliseconds. */
  const request = async (pathAndQuery: string, body?: object): Promise<{ answer: unknown; took: number }> => {
    const began = performance.now();
    const response = await fetch(`${baseUrl}/api${pathAndQuery}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${pathAndQuery}: ${JSON.stringify(answer)}`);
    return { answer, took: performance.now() - began };
  };
  await sleep(3_000 * intervalSeconds);
  const listed: number[] = [];
  for (const query of ['', '?tag=env:,!owner:', '?q=host-99', '?sort=slowest', '?state=disabled']) {
    const times: number[] = [];
    for (let at = 0; at < lists; at += 1) times.push((await request(`/monitors${query}`)).took);
    listed.push(percentile(times, 0.5));
    console.log(`a list of 10,000 ${query || 'without a filter'}: ${percentile(times, 0.5).toFixed(1)} ms`);
  }
  await target.takeServed();
  await sleep(2_000 * intervalSeconds);
  const took: number[] = [];
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < changes; at += 1) {
    const from = Date.now();
    const change = {
      filter: { tag: 'env:staging' },
      action: 'update',
      changes: { failure_threshold: 2 + (at % 2) + 1 },
    };
    const { answer, took: milliseconds } = await request('/monitors/bulk', change);
    if ((answer as { changed: number }).changed !== monitors.changed) throw new Error(JSON.stringify(answer));
    took.push(milliseconds);
    await sleep(1_000);
    spans.push({ from, to: Date.now() });
    await sleep(500);
  }
  await sleep(2_000 * intervalSeconds);
  const served = [...(await target.takeServed())].flatMap(([id, times]) =>
    id === 0 ? [] : times.map(([at]) => ({ id, at })),
  );
  child.send('stop');
  target.close();
  const late = withLateness(served, intervalSeconds * 1000);
  const meanwhile = late.filter(({ at }) => spans.some(({ from, to }) => at >= from && at <= to));
  const lateness = percentile(
    meanwhile.map((check) => check.late),
    0.99,
  );
  console.log(
    `1,000 monitors changed in ${percentile(took, 0.5).toFixed(0)} ms (p50), ${Math.max(...took).toFixed(0)} ms (most)`,
  );
  console.log(`lateness p99 of ${meanwhile.length} checks meanwhile: ${lateness.toFixed(1)} ms`);
  reportFigure('many-list', Math.max(...listed));
  reportFigure('many-change', Math.max(...took));
  reportFigure('many-lateness', lateness);
}

const [kind = '', url = ''] = process.argv.slice(2);
await (kind === 'serve' ? serve(url) : measure());
