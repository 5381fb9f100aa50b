import { SilentConnectionError } from './postgres/silence-detector.ts';

/** No connection to the database could be opened. `cause` says why. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** SQLSTATEs (PostgreSQL manual, appendix A): class 08 is about connections; 57P01 to 57P03: shutdown, crash, start. */
const postgresAway = /^(08\w{3}|57P0[123])$/;
/** Messages of the driver for a connection that it has lost (pg 8, lib/client.js). These errors have no code. */
const lostConnection =
  /^(Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error says that the database could not be reached, and not that it refused. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof SilentConnectionError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return lostConnection.test(error.message) || postgresAway.test(String(code));
}
