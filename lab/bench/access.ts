/**
 * Cost of authentication and of the audit. Measures the CPU of a request with a session and with a token, compared
 * with a public request that makes as many queries; the time that the audit adds to a committed change; and the
 * owner's sign-in compared with one bare password verification at the same cost. All alternate in one process.
 *
 *   npm run bench -- access
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type AuditedRequest, createAudit } from '@upvigil/server/access/audit/audit';
import { newcomer, ownerOf } from '@upvigil/server/access/caller';
import { systemClock } from '@upvigil/server/base/clock';
import { updateWebsite } from '@upvigil/server/checks/monitors/website-store';
import { type Database, openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { barePassword } from '@upvigil/server/testing/bare-password';
import { type QuietApp, startQuietApp } from '@upvigil/server/testing/quiet-app';
import { makeWebsite } from '@upvigil/server/testing/rows';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const [requestsEach, requestRounds, changes, signIns] = [500, 15, 400, 25];
const sessions = 1000;
const tokens = 98;
const events = 20_000;
const password = 'a password for bench';

/** A number of rows that is usual after some months. */
async function fill(db: Database): Promise<void> {
  const now = Date.now();
  const times = { created_at: now, last_used_at: now };
  const session = { user_id: null, confirmed_at: now, client: 'browser', ...times };
  const token = { scopes: 'read', prefix: 'upv_', created_by: 'owner', maker_id: null, expires_at: null, ...times };
  const event = { at: now, actor_kind: 'owner', actor_name: 'owner', via: 'browser', action: 'website.update' };
  const many = <Row>(count: number, row: (at: number) => Row): Row[] =>
    Array.from({ length: count }, (_, at) => row(at));
  await db.transaction().execute(async (trx) => {
    const ofSessions = many(sessions, (at) => ({ ...session, token_hash: `session ${at}` }));
    await trx.insertInto('sessions').values(ofSessions).execute();
    const ofTokens = many(tokens, (at) => ({ ...token, token_hash: `token ${at}`, name: `Token ${at}` }));
    await trx.insertInto('api_tokens').values(ofTokens).execute();
    for (let added = 0; added < events; added += 1000) {
      const ofEvents = many(1000, (at) => ({ ...event, target_kind: 'website', target_id: at, changes: '[]' }));
      await trx.insertInto('audit_events').values(ofEvents).execute();
    }
  });
}

interface MeasuredRequest {
  url: string;
  headers?: Record<string, string>;
}

/** In microseconds of CPU. */
async function requestCost(app: QuietApp, measured: MeasuredRequest): Promise<number> {
  const began = process.cpuUsage();
  for (let request = 0; request < requestsEach; request += 1) {
    const { statusCode } = await app.inject(measured);
    if (statusCode !== 200) throw new Error(`${measured.url} answered ${statusCode}`);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / requestsEach;
}

async function measureRequests(app: QuietApp): Promise<void> {
  const session = await app.signIn(password);
  const made = await app.inject({
    method: 'POST',
    url: '/api/tokens',
    payload: { name: 'Bench', scopes: ['read'] },
    headers: { authorization: `Bearer ${session}` },
  });
  const { token } = made.json<{ token: string }>();
  const open: MeasuredRequest = { url: '/api/auth/methods' };
  const by = (given: string): MeasuredRequest => ({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${given}` },
  });
  const kinds = [open, by(session), by(token)];
  const found = kinds.map((): number[] => []);
  for (const request of kinds) await requestCost(app, request);
  for (let round = 0; round < requestRounds; round += 1) {
    // Each kind is first equally often.
    for (let position = 0; position < kinds.length; position += 1) {
      const at = (round + position) % kinds.length;
      found[at]?.push(await requestCost(app, kinds[at] ?? open));
    }
  }
  const [bare = Number.NaN, bySession = Number.NaN, byToken = Number.NaN] = found.map(median);
  console.log(
    `a request: ${bare.toFixed(0)} us of CPU without a sign-in, ${bySession.toFixed(0)} with a session, ${byToken.toFixed(0)} with a token`,
  );
  const reference = { name: 'a public one', measured: bare };
  reportFigure('access-request', bySession, { of: 'by a session', reference });
  reportFigure('access-request', byToken, { of: 'by a token', reference });
}

/** Duration in milliseconds. */
interface Took {
  time: number;
  cpu: number;
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { time: performance.now() - began, cpu: (user + system) / 1000 };
}

/** Runs both alternately; each is first equally often. */
async function alternate(times: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const found: { one: Took; other: Took }[] = [];
  for (let time = 0; time < times; time += 1) {
    if (time % 2 === 0) found.push({ one: await took(one), other: await took(other) });
    else {
      const last = await took(other);
      found.push({ one: await took(one), other: last });
    }
  }
  return found;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

async function measureAudit(db: Database): Promise<void> {
  const fail = (fields: object, message: string): never => {
    throw new Error(message, { cause: fields });
  };
  const audit = createAudit({ db, clock: systemClock, log: { error: fail } });
  const { id } = await makeWebsite(db);
  let count = 0;
  const change = async (trx: Database): Promise<boolean> => {
    count += 1;
    return updateWebsite(trx, id, { description: `Text ${count}` });
  };
  const request: AuditedRequest = {
    action: 'website.update',
    caller: ownerOf(newcomer),
    ip: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    params: { websiteId: id },
    query: {},
  };
  const counted = async (): Promise<number> =>
    (
      await db
        .selectFrom('audit_events')
        .select('id')
        .where('target_id', '=', id)
        .where('actor_id', 'is', null)
        .execute()
    ).length;
  const before = await counted();
  const found = await alternate(
    changes,
    () => change(db),
    () => audit.begin(request).change(change),
  );
  const written = (await counted()) - before;
  if (written !== changes) throw new Error(`${changes} changes left ${written} events`);
  for (const what of ['time', 'cpu'] as const) {
    const bare = median(found.map(({ one }) => one[what]));
    const added = median(found.map(({ one, other }) => other[what] - one[what]));
    console.log(`a change, ${what}: ${bare.toFixed(2)} ms, its event adds ${added.toFixed(2)} ms`);
    reportFigure('audit', added, { of: what, reference: { name: 'the change', measured: bare } });
  }
}

async function measureSignIn(app: QuietApp): Promise<void> {
  const compare = await barePassword(password);
  const found = await alternate(signIns, compare, () => app.signIn(password));
  const bare = median(found.map(({ one }) => one.time));
  const ratio = median(found.map(({ one, other }) => other.time / one.time));
  console.log(
    `the owner's sign-in: ${(bare * ratio).toFixed(1)} ms, of which a bare comparison takes ${bare.toFixed(1)}`,
  );
  reportFigure('owner-sign-in', bare * ratio, { reference: { name: 'bare argon2id', measured: bare } });
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-access-'));
const storage = openSqliteStorage(folder);
await migrate(storage);
await fill(storage.db);
const app = await startQuietApp(storage, { dataDir: folder, clock: systemClock, password });
await measureRequests(app);
await measureAudit(storage.db);
await measureSignIn(app);
await app.stop();
await storage.close();
rmSync(folder, { recursive: true, force: true });
