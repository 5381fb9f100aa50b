import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '@upvigil/core/client/api-client';
import { hourMs, minuteMs } from '@upvigil/core/time';
import { createRaiseAlerts } from '@upvigil/server/alerts/decide/raise-alerts';
import { systemClock } from '@upvigil/server/base/clock';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { channelRules } from '@upvigil/server/testing/channel-rules';
import { type QuietApp, startQuietApp } from '@upvigil/server/testing/quiet-app';
import { startRecording } from '@upvigil/server/testing/recording';
import { finishedCheck } from '@upvigil/server/testing/rows';
import { allArrive, settleOutbox } from '../../lab/fixtures/freeze/settle-outbox.ts';
import { isEventful, pastCheck, type Story } from './demo-company.ts';
import { recordJobs } from './record-jobs.ts';

const historyHours = 30 * 24;
/**
 * Larger steps for older checks, so that the history is generated in seconds. Equal steps within a day, as uptime
 * assumes.
 */
const stepHours = (hoursAgo: number): number => {
  if (hoursAgo > 8 * 24) return 0.5;
  return hoursAgo > 26 ? 0.25 : 5 / 60;
};
/** Number of check rounds stored at once while no problem begins or ends. */
const calmRounds = 96;

/** Creates what people would enter. Returns the history of each monitor by its id. */
export type EnterDemo = (api: ApiClient) => Promise<ReadonlyMap<number, Story>>;

/**
 * Fills an empty folder with an installation with history: entered through the API and recorded by the recorder, both
 * with a simulated clock. The installation is not running when this resolves.
 */
export async function fillDemo(
  { dataDir, password, commandsFile }: { dataDir: string; password: string; commandsFile: string },
  enter: EnterDemo,
): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  try {
    await migrate(storage);
    const end = Date.now();
    let now = end - historyHours * hourMs;
    const clock = { ...systemClock, now: () => now };
    const app = await startQuietApp(storage, { dataDir, clock, password, commandsFile });
    const stories = await enter(await clientOf(app, password)).finally(() => app.stop());
    await recordPast(storage, stories, {
      end,
      clock,
      setNow: (moment) => {
        now = moment;
      },
    });
  } finally {
    await storage.close();
  }
}

interface Past {
  /** End of the history: the present. */
  end: number;
  clock: typeof systemClock;
  setNow(moment: number): void;
}

async function recordPast(
  { db }: Storage,
  stories: ReadonlyMap<number, Story>,
  { end, clock, setNow }: Past,
): Promise<void> {
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  const { record } = startRecording({ db, clock, raiseAlerts });
  const monitors = await db.selectFrom('monitors').selectAll().where('kind', '<>', 'HEARTBEAT').execute();
  const all = [...stories.values()];
  let round: ReturnType<typeof pastCheckOf>[] = [];
  for (let hoursAgo = historyHours; hoursAgo > 0; hoursAgo -= stepHours(hoursAgo)) {
    const at = end - hoursAgo * hourMs;
    setNow(at);
    round.push(...monitors.map((monitor) => pastCheckOf(monitor, stories, { at, hoursAgo })));
    const isAlertPossible = isEventful(all, hoursAgo, 2 * stepHours(hoursAgo));
    if (!isAlertPossible && round.length < calmRounds * monitors.length) continue;
    // The database answers without waiting, so signals would not be handled until the end without this pause.
    await yieldToEventLoop();
    const hasDeliveries = await record(...round);
    round = [];
    if (!hasDeliveries) continue;
    // Messages wait for others to be combined with.
    setNow(at + minuteMs / 2);
    await settleOutbox(db, clock.now(), allArrive);
  }
  await record(...round);
  await recordJobs(db, { end, clock, setNow });
}

function pastCheckOf(
  monitor: MonitorRow,
  stories: ReadonlyMap<number, Story>,
  { at, hoursAgo }: { at: number; hoursAgo: number },
) {
  const story = stories.get(monitor.id);
  if (!story) throw new Error(`Monitor ${monitor.id} has no past`);
  return finishedCheck(monitor, {
    checked_at: Math.floor(at) + monitor.id * 400,
    next_due_at: Math.floor(at) + monitor.check_interval_seconds * 1000,
    status_code: monitor.kind === 'URL' ? 200 : null,
    metadata_found: monitor.metadata_tag === null ? null : true,
    packet_loss: monitor.kind === 'ICMP_PING' ? 0 : null,
    ...pastCheck(story, at, hoursAgo),
  });
}

/** Calls the program without a port. */
async function clientOf(app: QuietApp, password: string): Promise<ApiClient> {
  const token = await app.signIn(password);
  return createApiClient({
    baseUrl: 'http://demo',
    getToken: () => token,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const answer = await app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: Buffer.from(await request.arrayBuffer()),
      });
      const type = String(answer.headers['content-type']);
      return new Response(answer.body || null, { status: answer.statusCode, headers: { 'content-type': type } });
    },
  });
}
