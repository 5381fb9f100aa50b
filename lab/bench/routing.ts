/**
 * Cost of 100 routes when 500 targets go down at once: the time of the transaction that raises their alerts, with a
 * document of 100 routes of which the last one matches, compared with a document without routes.
 *
 *   npm run bench -- routing
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultRouting, type Route, type RoutingDocument } from '@upvigil/core/contract/routing';
import { createRaiseAlerts } from '@upvigil/server/alerts/decide/raise-alerts';
import { systemClock } from '@upvigil/server/base/clock';
import type { RaiseAlerts } from '@upvigil/server/checks/record/recording/recorded-check';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { routingSettings } from '@upvigil/server/storage/settings/routing-store';
import { startRecording } from '@upvigil/server/testing/recording';
import { finishedCheck, makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const alerts = 500;
const routes = 100;
const rounds = 15;

const nights: Route['when'] = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '07:00' }];
const routeOf = (at: number): Route => ({
  name: `Route ${at}`,
  website_ids: [],
  monitor_ids: [],
  tags: [],
  alert_types: [],
  severities: [],
  policy_id: 1,
  // All except the last concern other websites, and every second one only the night.
  ...(at === routes ? { when: [] } : { website_ids: [100_000 + at], when: at % 2 === 0 ? nights : [] }),
});
const routed: RoutingDocument = {
  ...defaultRouting,
  routes: Array.from({ length: routes }, (_, at) => routeOf(at + 1)),
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-routing-'));
const storage = openSqliteStorage(folder);
await migrate(storage);
const { db } = storage;
let took = 0;
const raise = createRaiseAlerts({ clock: systemClock, channels: [] });
const timed: RaiseAlerts = async (trx, recorded) => {
  const began = performance.now();
  const raised = await raise(trx, recorded);
  took += performance.now() - began;
  return raised;
};
const recording = startRecording({ db, clock: systemClock, raiseAlerts: timed });
const { id: website_id } = await makeWebsite(db);

/** Milliseconds to raise the alerts of new monitors that all go down. */
async function timeOf(document: RoutingDocument): Promise<number> {
  await routingSettings.save(db, document);
  const monitors = [];
  for (let at = 0; at < alerts; at += 1) monitors.push(await makeMonitor(db, { website_id, failure_threshold: 1 }));
  const down = { is_up: false, status_code: 503, error_message: 'HTTP 503', response_time_us: null };
  const checked_at = systemClock.now();
  took = 0;
  await recording.record(...monitors.map((monitor) => finishedCheck(monitor, { ...down, checked_at })));
  return took;
}

const none: number[] = [];
const all: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const without = await timeOf(defaultRouting);
  const withAll = await timeOf(routed);
  // The first round prepares statements and loads what is loaded on first use.
  if (round > 0) none.push(without);
  if (round > 0) all.push(withAll);
}
const { raised } = await db
  .selectFrom('alerts')
  .select(({ fn }) => fn.countAll<number>().as('raised'))
  .where('route', '=', `Route ${routes}`)
  .executeTakeFirstOrThrow();
await storage.close();
rmSync(folder, { recursive: true });
if (raised !== alerts * (rounds + 1)) throw new Error(`the last route matched ${raised} alerts`);

const more = percentile(all, 0.5) - percentile(none, 0.5);
console.log(
  `${alerts} alerts against ${routes} routes: ${percentile(all, 0.5).toFixed(1)} ms in the transaction,`,
  `${percentile(none, 0.5).toFixed(1)} ms with none: ${more.toFixed(1)} ms more`,
);
reportFigure('routing', more);
