/**
 * How long PostgreSQL may take, in milliseconds. A connection can go silent without ending, as behind a proxy that forgot
 * it. So each statement has a time within which its answer must come. That is longer than the server's own limit: a
 * server that is only slow ends the statement first and says so, and a connection that stays silent is dead.
 */
export interface PostgresTimes {
  connectMilliseconds: number;
  /** The server ends a statement that runs longer: it would hold up everything behind it. */
  statementMilliseconds: number;
  /** When no answer came within this time, the connection is ended. */
  answerMilliseconds: number;
  /** The same for leases, which are of no use when they are late: they are sent again over another connection. */
  urgentAnswerMilliseconds: number;
  /** A migration may rewrite tables, or wait for another process that does. Nothing else runs meanwhile. */
  migrationMilliseconds: number;
  /**
   * The server ends a transaction that is idle for longer. A process that stands still in the middle of one, or whose
   * machine is gone, would keep rows locked, and no other worker could take its monitors. Much shorter than a lease.
   */
  idleInTransactionMilliseconds: number;
  /** The same for a backup and a restore, which wait for files between their statements. */
  pauseMilliseconds: number;
  /** How often the connection that listens for changes is asked whether it answers: it may hear nothing for hours. */
  heartbeatMilliseconds: number;
  heartbeatAnswerMilliseconds: number;
  /** After one connection was found silent, the others that were not heard since have this long to answer. */
  proofMilliseconds: number;
  /** For one answer while the program stops. */
  stopAnswerMilliseconds: number;
  /** For all answers together while it stops: running checks may take 5 s, and the whole stop 7 s. */
  stopMilliseconds: number;
  /** How long to wait for the server to end a connection that we ended. */
  goodbyeMilliseconds: number;
  /** Idle time after which TCP itself probes the other machine. */
  keepAliveMilliseconds: number;
}

export const postgresTimes: PostgresTimes = {
  connectMilliseconds: 5_000,
  statementMilliseconds: 30_000,
  answerMilliseconds: 35_000,
  urgentAnswerMilliseconds: 8_000,
  migrationMilliseconds: 3_600_000,
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
