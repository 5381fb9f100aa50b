import type { Session, SpecialConnection } from './client/session.ts';
import type { SettingsStore } from './client/settings.ts';
import type { StatusClient } from './client/status-client.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions, Form } from './options/form.ts';
import type { Terminal } from './terminal.ts';

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
