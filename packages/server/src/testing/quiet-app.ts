import { apiPrefix } from '@upvigil/core/contract/names/paths';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { type Clock, systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { compose } from '../compose/compose.ts';
import type { Storage } from '../storage/database.ts';
import { testHashCost } from './test-hash-cost.ts';

export interface QuietAppOptions {
  dataDir: string;
  clock: Clock;
  /** Set at the start; absent: the stored password stays. */
  password?: string;
  /** As COMMANDS_FILE; absent: no commands. */
  commandsFile?: string;
}

export type QuietApp = Awaited<ReturnType<typeof startQuietApp>>;

/**
 * The program over an existing installation: it answers requests, but does not check, send or delete by itself.
 * `storage` is open and migrated, and stays open.
 */
export async function startQuietApp(
  storage: Storage,
  { dataDir, clock, password = '', commandsFile = '' }: QuietAppOptions,
) {
  const env = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    COMMANDS_FILE: commandsFile,
    LOG_LEVEL: 'silent',
    CHROMIUM_PATH: 'off',
  };
  // The role `web` does not change data. Configuration allows it on PostgreSQL only; here it works on both databases.
  const config = { ...readConfig(env), role: 'web' as const };
  const composition = await compose({
    config,
    storage,
    log: pino({ level: 'silent' }),
    recentLog: { lines: () => [] },
    clock: { ...systemClock, now: clock.now },
    hashCost: testHashCost,
    publicUrl: () => 'https://status.example.org',
  });
  await composition.start();
  const { app } = composition;
  return {
    /** Signs in with the stored password. Returns a token, or throws. */
    async signIn(given: string): Promise<string> {
      const answer = await app.inject({ method: 'POST', url: `${apiPrefix}/auth/login`, payload: { password: given } });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<{ access_token: string }>().access_token;
    },
    inject: (request: InjectOptions): Promise<LightMyRequestResponse> => app.inject(request),
    stop: (): Promise<void> => composition.stop(),
  };
}
