import { apiPrefix } from '@upvigil/core/contract/names/paths';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { findPassword, type HashCost, passwordHashKey, type StoredPassword } from '../access/password-store.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import { createRecentLog } from '../base/config/recent-log.ts';
import { type Composition, compose } from '../compose/compose.ts';
import type { Database, Storage } from '../storage/database.ts';
import { testHashCost } from './test-hash-cost.ts';
import { openTestStorage } from './test-storage.ts';

export interface TestAppOptions {
  /** Environment variables of the program; absent ones have their defaults. */
  env?: Record<string, string>;
  clock?: Clock;
  /** Cost of password hashes; minimal by default. */
  hashCost?: HashCost;
  /** Listens on a free port and starts to check and notify. Without it, requests are injected. */
  listen?: boolean;
  /** Receives each line of the log. */
  onLog?: (line: string) => void;
}

/** The whole program, composed as in production, on its own temporary folder and database. */
export interface TestApp {
  app: FastifyInstance;
  composition: Composition;
  config: Config;
  storage: Storage;
  db: Database;
  /** The data folder; removed on close. */
  folder: string;
  /** The token of a session that was started for this test. */
  readonly token: string;
  /** Where it listens; empty without `listen`. */
  baseUrl: string;
  /** A request as the signed-in administrator; the path is below /api. */
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<LightMyRequestResponse>;
  /**
   * For files whose tests share one program: removes all users, tokens, factors, notices and events, restores the
   * owner's password and signs the owner in again. State in memory stays, such as counts by address.
   */
  resetAccess(): Promise<void>;
  /** Any request, unchanged. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** Referring tables first. */
const accessTables = [
  'api_tokens',
  'share_links',
  'device_codes',
  'auth_challenges',
  'identities',
  'passkeys',
  'recovery_codes',
  'totp_secrets',
  'sessions',
  'users',
  'notices',
  'audit_events',
] as const;

export const testPassword = 'correct horse battery';

/** Call `close` when done. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const test = await openTestStorage();
  const config = readConfig({
    DATA_DIR: test.folder,
    ADMIN_PASSWORD: testPassword,
    PORT: '0',
    LOG_LEVEL: 'silent',
    // Otherwise every test that checks a page would start Chromium for screenshots.
    CHROMIUM_PATH: 'off',
    ...options.env,
  });
  let baseUrl = '';
  const recentLog = createRecentLog(100);
  const composition = await compose({
    config,
    storage: test.storage,
    clock: options.clock ?? systemClock,
    log: pino({ level: config.logLevel }, { write: both(recentLog.add, options.onLog) }),
    recentLog,
    hashCost: options.hashCost ?? testHashCost,
    publicUrl: () => config.baseUrl ?? (baseUrl || 'http://localhost:8080'),
  });
  const { app } = composition;
  if (options.listen) {
    baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    await composition.start();
  }
  let token = await signIn(app);
  const password = await findPassword(test.db);
  return {
    app,
    composition,
    config,
    get token() {
      return token;
    },
    baseUrl,
    storage: test.storage,
    db: test.db,
    folder: test.folder,
    request: (method, path, body) =>
      app.inject({
        method,
        url: apiPrefix + path,
        headers: { authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      }),
    async resetAccess() {
      for (const table of accessTables) await test.db.deleteFrom(table).execute();
      const { value } = password as StoredPassword;
      await test.db.updateTable('settings').set({ value }).where('key', '=', passwordHashKey).execute();
      token = await signIn(app);
    },
    inject: (request) => app.inject(request),
    async close() {
      await composition.stop();
      await test.close();
    },
  };
}

const both =
  (first: (line: string) => void, second: (line: string) => void = () => undefined) =>
  (line: string): void => {
    first(line);
    second(line);
  };

/** Returns the session token. */
export async function signIn(app: FastifyInstance, password = testPassword): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: `${apiPrefix}/auth/login`, payload: { password } });
  return answer.json<{ access_token: string }>().access_token;
}
