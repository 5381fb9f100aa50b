import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { openPostgresStorage } from '@upvigil/server/storage/postgres/postgres-storage';
import { makeMonitors, makeWebsite } from '@upvigil/server/testing/rows';
import { adminPassword, newDataDir, type Product, spawnProduct } from './product.ts';

export type NotingTarget = Awaited<ReturnType<typeof startNotingTarget>>;

/** A target that records the time of each request by monitor: `/?id=N`. */
export async function startNotingTarget() {
  const times = new Map<number, number[]>();
  const broken = new Set<number>();
  const openedAt = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    const id = Number(request.url?.split('id=')[1]);
    const list = [...(times.get(id) ?? []), openedAt.get(request.socket) ?? performance.now()];
    times.set(
      id,
      list.sort((a, b) => a - b),
    );
    response.writeHead(broken.has(id) ? 500 : 200, { connection: 'close' }).end('ok');
  });
  server.on('connection', (socket) => openedAt.set(socket, performance.now()));
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * When each monitor's connections came, milliseconds of performance.now(), in order. Not its requests: a check that was on its
     * way when its process was stopped sends its own once that goes on.
     */
    times,
    /** Answers 500 to these monitors from now on. */
    break: (ids: Iterable<number>): void => {
      for (const id of ids) broken.add(id);
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const openFleet = (databaseUrl: string): Storage =>
  openPostgresStorage({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined });

/** Fills an empty database with one website whose URLs are checked every `intervalSeconds`. Returns their ids. */
export async function seedMonitors(
  storage: Storage,
  targetUrl: string,
  count: number,
  intervalSeconds: number,
): Promise<number[]> {
  await migrate(storage);
  const { id: website_id } = await makeWebsite(storage.db, { name: 'Fleet' });
  const row = (at: number) => ({
    website_id,
    target: `${targetUrl}/?id=${at + 1}`,
    timeout_seconds: 8,
    check_interval_seconds: intervalSeconds,
    response_time_threshold_seconds: 60,
    created_at: Date.now(),
  });
  return makeMonitors(
    storage.db,
    Array.from({ length: count }, (_, at) => row(at)),
  );
}

/** Starts a process with this role on the database. */
export const startRole = (
  databaseUrl: string,
  role: 'web' | 'worker',
): Promise<Pick<Product, 'baseUrl' | 'process' | 'end' | 'output'>> =>
  spawnProduct({
    DATABASE_URL: databaseUrl,
    ROLE: role,
    DATA_DIR: newDataDir(),
    ADMIN_PASSWORD: adminPassword,
    // A screenshot also visits the page, and these tests count visits.
    CHROMIUM_PATH: 'off',
  });

/** Requests that the target received in a period. Gaps in seconds. */
export interface Regularity {
  monitors: number;
  longestGap: number;
  /**
   * Checks less than half the interval after the previous one. A check right after a late one does not count, because
   * a late check does not move the schedule.
   */
  doubled: number;
}

/** A gap of more than this many intervals counts as a late check. */
const lateFrom = 1.1;

/** How regularly the target was visited since that time; the present gap counts too. */
export function regularity(times: NotingTarget['times'], since: number, intervalSeconds: number): Regularity {
  let longestGap = 0;
  let doubled = 0;
  for (const all of times.values()) {
    const seen = [...all.filter((time) => time >= since), performance.now()];
    for (const [at, time] of seen.entries()) {
      const before = seen[at - 1] ?? since;
      const gap = (time - before) / 1000;
      longestGap = Math.max(longestGap, gap);
      const isBetweenChecks = at > 0 && at < seen.length - 1;
      const wasLate = (before - (seen[at - 2] ?? since)) / 1000 > intervalSeconds * lateFrom;
      if (isBetweenChecks && !wasLate && gap < intervalSeconds / 2) doubled++;
    }
  }
  return { monitors: times.size, longestGap, doubled };
}
