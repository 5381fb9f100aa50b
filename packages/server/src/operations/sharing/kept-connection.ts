import type pg from 'pg';
import type { PostgresConnections } from '../../storage/postgres/postgres-connections.ts';

const reconnectMilliseconds = 1_000;

export interface KeptConnectionOptions {
  connections: Pick<PostgresConnections, 'open' | 'ask' | 'times'>;
  name: string;
  /** Sent on each new connection before it is used. */
  firstStatement: string;
  onNotification(payload: string | undefined): void;
  /** Called when a connection is open. `isFirst`: no attempt failed and no connection was lost before it. */
  onConnected(isFirst: boolean): void;
  log: { warn(fields: object, message: string): void };
}

/**
 * A connection that is reopened whenever it is lost or does not answer. A connection that only listens never notices
 * silence, so it is probed periodically.
 */
export function createKeptConnection(options: KeptConnectionOptions) {
  const { connections, log } = options;
  const { heartbeatMilliseconds, heartbeatAnswerMilliseconds: milliseconds } = connections.times;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const askOn = (asked: pg.Client, statement: string, values: unknown[] = []): Promise<unknown> =>
    connections.ask(asked, statement, values, { milliseconds, isEvidence: true });

  const ask = async (asked: pg.Client | null, statement: string, values?: unknown[]): Promise<void> => {
    if (asked === null) throw new Error('The connection is being opened again');
    try {
      await askOn(asked, statement, values);
    } catch (error) {
      reopen(asked);
      throw error;
    }
  };

  const beat = async (asked: pg.Client): Promise<void> => {
    await ask(asked, 'select 1').catch((error: unknown) =>
      log.warn({ err: error }, `The connection ${options.name} does not answer; opening a new one`),
    );
    if (client === asked) timer = setTimeout(() => void beat(asked), heartbeatMilliseconds);
  };

  const open = async (isFirst: boolean): Promise<void> => {
    const next = await openListening(options, (lost) => reopen(lost), askOn);
    if (isStopped) return next.end();
    client = next;
    timer = setTimeout(() => void beat(next), heartbeatMilliseconds);
    options.onConnected(isFirst);
  };

  const tryToOpen = (isFirst: boolean): Promise<void> =>
    open(isFirst).catch((error: unknown) => {
      log.warn({ err: error }, `The connection ${options.name} cannot be opened; retrying`);
      openSoon();
    });

  const openSoon = (): void => {
    if (!isStopped) timer = setTimeout(() => void tryToOpen(false), reconnectMilliseconds);
  };

  const reopen = (lost: pg.Client): void => {
    if (isStopped || client !== lost) return;
    client = null;
    clearTimeout(timer);
    void lost.end();
    openSoon();
  };

  return {
    /** Resolves when it is open, or when the first attempt failed and retries follow. */
    start: (): Promise<void> => tryToOpen(true),
    /** False as soon as it is known to be lost, or was stopped. */
    get isOpen(): boolean {
      return client !== null;
    },
    /** Sends a statement. Rejects and reconnects when the connection does not answer. */
    ask: (statement: string, values?: unknown[]): Promise<void> => ask(client, statement, values),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

/** Opens a connection and sends the first statement. Calls `onLost` when it is lost. */
async function openListening(
  { connections, name, firstStatement, onNotification }: KeptConnectionOptions,
  onLost: (client: pg.Client) => void,
  ask: (client: pg.Client, statement: string) => Promise<unknown>,
): Promise<pg.Client> {
  const client = await connections.open(name);
  client.on('notification', ({ payload }) => onNotification(payload));
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  try {
    await ask(client, firstStatement);
  } catch (error) {
    void client.end();
    throw error;
  }
  return client;
}
