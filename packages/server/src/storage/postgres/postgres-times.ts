import { hourMs } from '@upvigil/core/time';
/**
 * Timeouts of PostgreSQL, in milliseconds. A connection can go silent without ending (behind a proxy that dropped it,
 * say), so each statement has an answer timeout. It is longer than the server's statement timeout: a slow server ends
 * the statement first and reports it, and a connection without an answer is dead.
 */
export interface PostgresTimes {
  connectMilliseconds: number;
  /** The server cancels longer statements, which would block all that wait behind them. */
  statementMilliseconds: number;
  /** The connection is ended if no answer comes within this time. */
  answerMilliseconds: number;
  /** Answer timeout for leases: a late one is useless, so it is sent again over another connection. */
  urgentAnswerMilliseconds: number;
  /** A migration may rewrite tables, or wait for another process that does. Nothing else runs meanwhile. */
  migrationMilliseconds: number;
  /**
   * The server ends transactions that are idle for longer. Otherwise a process that hangs or has lost its machine would
   * keep rows locked, and no other worker could take over its monitors. Much shorter than a lease.
   */
  idleInTransactionMilliseconds: number;
  /** Idle time for a backup and a restore, which wait for files between their statements. */
  pauseMilliseconds: number;
  /** Interval of test statements on the connection that listens for changes, which may receive nothing for hours. */
  heartbeatMilliseconds: number;
  heartbeatAnswerMilliseconds: number;
  /** After one connection was found silent, the others must answer within this time. */
  proofMilliseconds: number;
  /** Answer timeout while the program stops. */
  stopAnswerMilliseconds: number;
  /** For all answers together during a stop: running checks may take 5 s, and the whole stop 7 s. */
  stopMilliseconds: number;
  /** Time to wait for the server to close a connection that this process ended. */
  goodbyeMilliseconds: number;
  /** Idle time after which TCP keep-alive probes the peer. */
  keepAliveMilliseconds: number;
}

export const postgresTimes: PostgresTimes = {
  connectMilliseconds: 5_000,
  statementMilliseconds: 30_000,
  answerMilliseconds: 35_000,
  urgentAnswerMilliseconds: 8_000,
  migrationMilliseconds: hourMs,
  idleInTransactionMilliseconds: 5_000,
  pauseMilliseconds: 45_000,
  heartbeatMilliseconds: 10_000,
  heartbeatAnswerMilliseconds: 10_000,
  proofMilliseconds: 10_000,
  stopAnswerMilliseconds: 2_000,
  stopMilliseconds: 6_000,
  goodbyeMilliseconds: 250,
  keepAliveMilliseconds: 10_000,
};
