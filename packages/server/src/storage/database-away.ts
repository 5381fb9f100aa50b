import { SilentConnectionError } from './postgres/silence-detector.ts';

/** No connection with the database could be had; the cause says why. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** PostgreSQL's class 08 is about connections; 57P01 to 57P03: it shuts down, crashed, or is starting. */
const postgresAway = /^(08\w{3}|57P0[123])$/;
/** What the driver says of a connection that it has lost (pg 8, lib/client.js); these have no code. */
const lostConnection =
  /^(Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error says that the database could not be asked, and not that it refused. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof SilentConnectionError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return lostConnection.test(error.message) || postgresAway.test(String(code));
}
