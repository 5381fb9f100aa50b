import type { Session, SpecialConnection } from './client/session.ts';
import type { SettingsStore } from './client/settings.ts';
import type { StatusClient } from './client/status-client.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions, Form } from './options/form.ts';
import type { Terminal } from './terminal.ts';

/** The parts of the process that a command needs to run another program. */
export interface Host {
  /** The environment variables, before Upvigil set any of its own. */
  variables: NodeJS.ProcessEnv;
  /**
   * Calls back on each signal that is passed to other programs, such as SIGTERM, which then do not end this process. Returns a function that
   * stops this.
   */
  onSignal(callback: (signal: NodeJS.Signals) => void): () => void;
}

export interface Context {
  terminal: Terminal;
  environment: Environment;
  options: CommonOptions;
  form: Form;
  settings: SettingsStore;
  /** Milliseconds since the epoch. */
  now(): number;
  host: Host;
  /** Aborted when the command is interrupted or reaches its limit. */
  signal: AbortSignal;
  /**
   * Connects to the server. With `admin`, signs in if a password is given.
   * @throws NotSignedInError without a token, UsageError for an invalid address, ServerUnreachableError or ApiError
   * when the sign-in fails
   */
  connect(access: 'public' | 'admin', special?: SpecialConnection): Promise<Session>;
  /**
   * Connects to the server's public status, which needs no sign-in and loads little code.
   * @throws UsageError for an invalid address
   */
  connectToStatus(): Promise<Session<StatusClient>>;
}
