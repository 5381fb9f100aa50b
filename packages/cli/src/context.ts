import type { Session, SpecialConnection } from './client/session.ts';
import type { SettingsStore } from './client/settings.ts';
import type { StatusClient } from './client/status-client.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions, Form } from './options/form.ts';
import type { Terminal } from './terminal.ts';

/** The parts of the process that a command needs to run another one. */
export interface Host {
  /** The environment variables, as they were before any was set for us. */
  variables: NodeJS.ProcessEnv;
  /** Calls back on each SIGINT, SIGTERM, SIGHUP or SIGQUIT, none of which ends this process then. Returns a function that stops that. */
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
  /** Aborted when the command is interrupted or its time is over. */
  signal: AbortSignal;
  /**
   * The server to talk to. With `admin`, signs in if a password is given.
   * @throws NotSignedInError when there is no token, UsageError when the address is wrong, ServerUnreachableError or
   * ApiError when signing in fails
   */
  connect(access: 'public' | 'admin', special?: SpecialConnection): Promise<Session>;
  /** The server's public status, which needs no login and loads little code. @throws UsageError when the address is wrong */
  connectToStatus(): Promise<Session<StatusClient>>;
}
