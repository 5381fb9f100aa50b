import type { KyselyPlugin } from 'kysely';
import { createAutomaticWatch } from '../../packages/server/src/alerts/incidents/automatic-watch.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { createChangeFeed } from '../../packages/server/src/base/domain/change-feed.ts';
import { openSqliteStorage } from '../../packages/server/src/storage/database.ts';

/** The only argument of the process, as JSON. */
export interface AutomaticProcessSettings {
  /** With a migrated database. */
  dataDir: string;
  /** Number of the write before which it is killed, from 0; the number after the last means after the commit. */
  killedAtWrite: number;
}

const dieHere = (): void => void process.kill(process.pid, 'SIGKILL');

/** Evaluates automatic incidents once. Ends like `kill -9` at the given write, otherwise normally. */
async function lookOnce({ dataDir, killedAtWrite }: AutomaticProcessSettings): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  let writes = 0;
  const killing: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode' && writes++ === killedAtWrite) dieHere();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const fail = (error: unknown): never => {
    throw error;
  };
  const changes = createChangeFeed(fail);
  changes.subscribe(() => {
    if (writes === killedAtWrite) dieHere();
  });
  const watch = createAutomaticWatch({
    db: storage.db.withPlugin(killing),
    clock: systemClock,
    changes,
    onError: fail,
  });
  await watch.start();
  await watch.stop();
  await storage.close();
}

await lookOnce(JSON.parse(process.argv[2] ?? '{}') as AutomaticProcessSettings);
