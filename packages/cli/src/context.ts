import type { Environment } from './environment.ts';
import type { Session, SpecialConnection } from './session.ts';
import type { SettingsStore } from './settings.ts';
import type { StatusClient } from './status-client.ts';
import type { Terminal } from './terminal.ts';

/** How a command shows its data: to a person, to the next program of a pipe, or as one JSON document. */
export type Form = 'terminal' | 'pipe' | 'json';

/** Options that every command takes. */
export interface CommonOptions {
  server: string | null;
  token: string | null;
  json: boolean;
  /** In seconds; null means the command's own. */
  timeout: number | null;
}

/** Everything that a command works with; nothing else is reached for. */
export interface Context {
  terminal: Terminal;
  environment: Environment;
  options: CommonOptions;
  form: Form;
  settings: SettingsStore;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborts when the command is interrupted or its time is over. */
  signal: AbortSignal;
  /**
   * The server to talk to. With `admin`, signs in if need be.
   * @throws NotSignedInError, ServerUnreachableError, ApiError, UsageError
   */
  connect(access: 'public' | 'admin', special?: SpecialConnection): Promise<Session>;
  /** The server's public status alone, which needs no login and loads little. @throws UsageError */
  connectToStatus(): Promise<Session<StatusClient>>;
}
