import { SilentConnectionError } from './postgres/silence-detector.ts';

/** No connection to the database could be opened; `cause` has the reason. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** SQLSTATEs (PostgreSQL manual, appendix A). Class 08: connection errors. 57P01 to 57P03: shutdown, crash, start. */
const postgresAway = /^(08\w{3}|57P0[123])$/;
/** The driver's messages for a lost connection (pg 8, lib/client.js). These errors have no code. */
const lostConnection =
  /^(Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether the database was unreachable, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof SilentConnectionError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return lostConnection.test(error.message) || postgresAway.test(String(code));
}
