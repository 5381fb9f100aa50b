import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublicLanguage } from '@upvigil/core/contract/names/languages';
import { createRaiseAlerts } from '../../../alerts/decide/raise-alerts.ts';
import { writeCachedResponse } from '../../../api/http/cached-response.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { type ChangeFeed, createChangeFeed } from '../../../base/domain/change-feed.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import { createResultRecorder } from '../../../checks/record/recording/result-recorder.ts';
import type { Database } from '../../../storage/database.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { finishedCheck, testNow } from '../../../testing/rows.ts';
import { openTestStorage } from '../../../testing/test-storage.ts';
import { answerReadyRequests, askedLanguage, pathOf } from '../ready-requests.ts';
import { createPublicSnapshot, type PublicSnapshot } from '../snapshot.ts';

/** The public pages alone, with a database, a recorder and a test clock. */
export interface PublicTest {
  db: Database;
  changes: ChangeFeed;
  snapshot: PublicSnapshot;
  url: string;
  /** Reported errors. */
  errors: unknown[];
  /** Advances the wall clock. */
  pass(milliseconds: number): void;
  /** Records checks as the engine does; now, unless `checked_at` is given. */
  record(
    monitor: Pick<MonitorRow, 'id' | 'revision' | 'created_at'>,
    ...checks: Partial<FinishedCheck>[]
  ): Promise<void>;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  json<T = Record<string, never>>(path: string): Promise<T>;
  close(): Promise<void>;
}

export const testDocument =
  '<!doctype html><html><head><title>Upvigil</title><link rel="icon" href="/favicon.svg"></head>' +
  '<body><div id="root"></div><noscript>Scripts are off</noscript></body></html>';

/** `language`: the configured language. */
export async function openPublicTest(
  language: PublicLanguage = 'en',
  { presentSince }: { presentSince?: () => number } = {},
): Promise<PublicTest> {
  const test = await openTestStorage();
  let passed = 0;
  const clock: Clock = { ...systemClock, now: () => testNow + passed };
  const errors: unknown[] = [];
  const changes = createChangeFeed((error) => errors.push(error));
  const log = { warn: () => undefined, error: (fields: object) => errors.push(fields) };
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  const recorder = createResultRecorder({ db: test.db, clock, changes, raiseAlerts, log, collectMilliseconds: 1 });
  const snapshot = createPublicSnapshot({
    db: test.db,
    clock,
    changes,
    readSettings: async () => ({ brand: 'Acme & Sons', language, counts_maintenance: false }),
    publicUrl: () => 'https://status.example.org',
    html: testDocument,
    htmlForm: { contentType: 'text/html; charset=utf-8' },
    onError: (error) => errors.push(error),
    ...(presentSince ? { presentSince } : {}),
  });
  const server = await serve(snapshot);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { headers, method });
  return {
    db: test.db,
    changes,
    snapshot,
    url,
    errors,
    get,
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    async record(monitor, ...checks) {
      recorder.record(checks.map((check) => finishedCheck(monitor, { checked_at: clock.now(), ...check })));
      await recorder.flush();
    },
    json: async <T>(path: string) => (await (await get(path)).json()) as T,
    async close() {
      server.close();
      server.closeAllConnections();
      await snapshot.stop();
      await recorder.stop();
      await test.close();
    },
  };
}

async function serve(snapshot: PublicSnapshot): Promise<Server> {
  const answer = answerReadyRequests(snapshot);
  const server = createServer((request, response) => {
    if (answer(request, response)) return;
    const { url = '/', headers } = request;
    const asked = askedLanguage(url, headers);
    void snapshot.prepare(pathOf(url), asked).then((ready) => {
      if (ready) writeCachedResponse(request, response, ready);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
