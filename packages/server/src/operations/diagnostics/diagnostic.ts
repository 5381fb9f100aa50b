import type { DiagnosticId, DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { EmailChannel } from '../../alerts/notify/channels/email.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import type { EngineStats } from '../../checks/engine/engine-stats.ts';
import type { Dialer } from '../../checks/probe/dialing/dialer.ts';
import type { Database } from '../../storage/database.ts';
import type { LatenessWindow } from './notices/lateness-window.ts';

/** What one diagnostic says: a sentence, and what to do where something is to be done. */
export interface Finding {
  status: DiagnosticStatus;
  message: string;
  remedy: string | null;
}

/** The database as diagnostics ask it. They only read. */
export interface DiagnosedStorage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Database;
  /** Path of the SQLite file; null on PostgreSQL. */
  readonly file: string | null;
}

/** A database that cannot be read from here. */
export interface MissingStorage {
  /** Why, as the rest of the sentence 'Not asked: …'. */
  missing: string;
  /** Path of the SQLite file where there is one all the same. */
  file: string | null;
}

/** State that only a running server has. */
export interface DiagnosedProcess {
  /** Null in a process that makes no checks. */
  engineStats(): EngineStats | null;
  lateness: LatenessWindow;
  /** Whether a request came through a reverse proxy, by what an administrator's own requests carried. */
  isBehindProxy(): boolean;
}

/** What diagnostics may use. No target comes from a request: all are configured, stored settings or monitors. */
export interface DiagnosticTools {
  config: Pick<Config, 'baseUrl' | 'chromiumPath' | 'dataDir' | 'dnsReferenceName' | 'sendSmsApiUrl' | 'trustProxy'>;
  clock: Clock;
  dialer: Dialer;
  email: Pick<EmailChannel, 'tryLogin'>;
  storage: DiagnosedStorage | MissingStorage;
  /** Null without a running server. */
  process: DiagnosedProcess | null;
}

export interface DiagnosticRun {
  /** Aborted when its time is over. Then every socket and process of it must end. */
  signal: AbortSignal;
  /** Aborted earlier, for diagnostics that wait for others, so that they can still name the silent one. */
  patience: AbortSignal;
  /** Whether large files are read whole. */
  isDeep: boolean;
}

/** One line of the doctor's table. Expected failures are findings; what it throws is a failure of the diagnostic itself. */
export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly title: string;
  run(tools: DiagnosticTools, run: DiagnosticRun): Promise<Finding>;
}

export const ok = (message: string): Finding => ({ status: 'ok', message, remedy: null });
export const warn = (message: string, remedy: string): Finding => ({ status: 'warn', message, remedy });
export const fail = (message: string, remedy: string): Finding => ({ status: 'fail', message, remedy });
/** Nothing was asked: why not, and how it can be, if it can. */
export const skipped = (message: string, remedy: string | null = null): Finding => ({
  status: 'skipped',
  message,
  remedy,
});

/** How bad a figure is that should be small. A limit itself is bad already. */
export function gradeAbove(figure: number, limits: { warn?: number; fail?: number }): 'ok' | 'warn' | 'fail' {
  if (limits.fail !== undefined && figure >= limits.fail) return 'fail';
  return limits.warn !== undefined && figure >= limits.warn ? 'warn' : 'ok';
}

/** How bad a figure is that should be large. */
export function gradeBelow(figure: number, limits: { warn?: number; fail?: number }): 'ok' | 'warn' | 'fail' {
  if (limits.fail !== undefined && figure < limits.fail) return 'fail';
  return limits.warn !== undefined && figure < limits.warn ? 'warn' : 'ok';
}

/** A finding of this grade; only problems have a remedy. */
export const graded = (status: 'ok' | 'warn' | 'fail', message: string, remedy: string): Finding => ({
  status,
  message,
  remedy: status === 'ok' ? null : remedy,
});

/** The diagnostic's answer where the database cannot be read from here, and else what it finds there. */
export async function withStorage(
  { storage }: Pick<DiagnosticTools, 'storage'>,
  ask: (storage: DiagnosedStorage) => Promise<Finding>,
): Promise<Finding> {
  return 'missing' in storage ? skipped(`Not asked: ${storage.missing}`) : ask(storage);
}

export const notRunning = skipped('Not asked: only a running server knows');
