/**
 * How long PostgreSQL may take, in milliseconds. A connection can go silent without ending, as behind a proxy that forgot
 * it, so whatever is asked has a time by which an answer must be there. It is longer than what the server allows itself:
 * a server that is only slow ends the statement first and says so, and a connection that says nothing is gone.
 */
export interface PostgresTimes {
  connectMilliseconds: number;
  /** A statement that runs longer is ended by the server: it would hold up everything behind it. */
  statementMilliseconds: number;
  answerMilliseconds: number;
  /** Leases are worth nothing when they are late: what cannot be said by then is said again over another connection. */
  urgentAnswerMilliseconds: number;
  /** A migration may rewrite tables, or wait for the process that does; nothing else runs meanwhile. */
  migrationMilliseconds: number;
  /**
   * A process that was stopped in the middle of a transaction, or whose machine is gone, would keep its rows locked, and
   * no other worker could take those monitors. Well below the lease of a worker.
   */
  idleInTransactionMilliseconds: number;
  /** The same for a backup and a restore, which wait for files between their statements. */
  pauseMilliseconds: number;
  /** The connection that hears of changes has nothing to say for hours: it is asked this often whether it is there. */
  heartbeatMilliseconds: number;
  heartbeatAnswerMilliseconds: number;
  /** Once one connection was found silent, all that were not heard since have this long to prove that they are not. */
  proofMilliseconds: number;
  /** While the program stops: one answer, and everything. Running checks may take 5 s, and the whole stop 7 s. */
  stopAnswerMilliseconds: number;
  stopMilliseconds: number;
  /** A server that does not end a connection to which we said goodbye is not waited for. */
  goodbyeMilliseconds: number;
  /** A peer whose machine is gone is found by TCP itself, also on a connection that nobody uses. */
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
