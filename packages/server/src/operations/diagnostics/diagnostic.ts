import type { DiagnosticId, DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { EmailChannel } from '../../alerts/notify/channels/email.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import type { EngineStats } from '../../checks/engine/engine-stats.ts';
import type { Dialer } from '../../checks/probe/dialing/dialer.ts';
import type { Database } from '../../storage/database.ts';
import type { LatenessWindow } from './notices/lateness-window.ts';

/** The result of one diagnostic: a sentence, and a remedy for a problem. */
export interface Finding {
  status: DiagnosticStatus;
  message: string;
  remedy: string | null;
}

/** The database for diagnostics, which only read. */
export interface DiagnosedStorage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** Path of the SQLite file; null on PostgreSQL. */
  readonly file: string | null;
}

/** A database that cannot be read from here. */
export interface MissingStorage {
  /** The reason, as the rest of the sentence 'Not asked: …'. */
  missing: string;
  /** Path of the SQLite file, if there is one. */
  file: string | null;
}

/** State that only a running server has. */
export interface DiagnosedProcess {
  /** Null in a process without checks. */
  engineStats(): EngineStats | null;
  lateness: LatenessWindow;
  /** Start of the time in which this process has run without interruption, in milliseconds since the epoch. */
  presentSince(): number;
  /** Whether requests come through a reverse proxy, by the headers of an administrator's requests. */
  isBehindProxy(): boolean;
}

/** What diagnostics may use. Targets never come from a request: all are configuration, stored settings or monitors. */
export interface DiagnosticTools {
  config: Pick<
    Config,
    'baseUrl' | 'chromiumPath' | 'commandsFile' | 'dataDir' | 'dnsReferenceName' | 'sendSmsApiUrl' | 'trustProxy'
  >;
  clock: Clock;
  dialer: Dialer;
  email: Pick<EmailChannel, 'tryLogin'>;
  storage: DiagnosedStorage | MissingStorage;
  /** Null without a running server. */
  process: DiagnosedProcess | null;
}

export interface DiagnosticRun {
  /** Aborted at the time limit. Then every socket and process of the diagnostic must end. */
  signal: AbortSignal;
  /** Aborted earlier. Diagnostics that wait for others can then still name the silent one. */
  patience: AbortSignal;
  /** Whether to read large files in full. */
  isDeep: boolean;
}

/**
 * One line of the doctor's table. Expected failures are findings; a thrown error is a failure of the diagnostic
 * itself.
 */
export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly title: string;
  run(tools: DiagnosticTools, run: DiagnosticRun): Promise<Finding>;
}

export const ok = (message: string): Finding => ({ status: 'ok', message, remedy: null });
export const warn = (message: string, remedy: string): Finding => ({ status: 'warn', message, remedy });
export const fail = (message: string, remedy: string): Finding => ({ status: 'fail', message, remedy });
/** A finding for a skipped diagnostic: the reason, and how to enable it. */
export const skipped = (message: string, remedy: string | null = null): Finding => ({
  status: 'skipped',
  message,
  remedy,
});

/** The grade of a figure that should be small. Reaching a limit counts as exceeding it. */
export function gradeAbove(figure: number, limits: { warn?: number; fail?: number }): 'ok' | 'warn' | 'fail' {
  if (limits.fail !== undefined && figure >= limits.fail) return 'fail';
  return limits.warn !== undefined && figure >= limits.warn ? 'warn' : 'ok';
}

/** The grade of a figure that should be large. */
export function gradeBelow(figure: number, limits: { warn?: number; fail?: number }): 'ok' | 'warn' | 'fail' {
  if (limits.fail !== undefined && figure < limits.fail) return 'fail';
  return limits.warn !== undefined && figure < limits.warn ? 'warn' : 'ok';
}

/** A finding of this grade. Only problems keep the remedy. */
export const graded = (status: 'ok' | 'warn' | 'fail', message: string, remedy: string): Finding => ({
  status,
  message,
  remedy: status === 'ok' ? null : remedy,
});

/** Runs `ask` on the database, or skips when the database cannot be read from here. */
export async function withStorage(
  { storage }: Pick<DiagnosticTools, 'storage'>,
  ask: (storage: DiagnosedStorage) => Promise<Finding>,
): Promise<Finding> {
  return 'missing' in storage ? skipped(`Not asked: ${storage.missing}`) : ask(storage);
}

export const notRunning = skipped('Not asked: only a running server knows');
