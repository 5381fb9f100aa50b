import { openSession, openStatusSession, type Session } from './client/session.ts';
import { createSettingsStore } from './client/settings.ts';
import type { Context, Host } from './context.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions, Form } from './options/form.ts';
import type { Invocation } from './program.ts';
import type { Streams } from './streams.ts';
import type { Terminal } from './terminal.ts';

export interface CommandLine {
  /** Arguments after the program's name. */
  argv: readonly string[];
  environment: Environment;
  streams: Streams;
  version: string;
  now(): number;
  /** Calls back once on SIGINT, SIGTERM or SIGHUP. Returns a function that stops this. */
  onInterrupt(callback: () => void): () => void;
  host: Host;
}

/** A context, and the functions of the code that created it. */
export interface OwnedContext {
  context: Context;
  interrupt(): void;
  isInterrupted(): boolean;
  /** A sentence for an error caused by the deadline; null for any other error. */
  explain(error: unknown): string | null;
  finish(): Promise<void>;
}

/** Limit of one request, unless the command or `--timeout` sets one. */
const requestSeconds = 30;
const milliseconds = 1000;

export function createContext(
  world: CommandLine,
  terminal: Terminal,
  interrupted: AbortController,
  { command, options }: Invocation,
): OwnedContext {
  const deadlineSeconds = command.deadlineSeconds === undefined ? null : (options.timeout ?? command.deadlineSeconds);
  const deadline = deadlineSeconds === null ? null : AbortSignal.timeout(deadlineSeconds * milliseconds);
  const signal = deadline ? AbortSignal.any([interrupted.signal, deadline]) : interrupted.signal;
  const settings = createSettingsStore(world.environment.configDir);
  const form = formOf(options, terminal);
  const requestTimeoutMs = (deadlineSeconds ?? options.timeout ?? requestSeconds) * milliseconds;
  const sessions: Session[] = [];
  const wanted = { options, environment: world.environment, settings, form, signal, requestTimeoutMs };
  return {
    context: {
      terminal,
      environment: world.environment,
      options,
      form,
      settings,
      now: world.now,
      host: world.host,
      signal,
      async connect(access, special) {
        const session = await openSession({ ...wanted, access, ...(special ? { special } : {}) });
        sessions.push(session);
        return session;
      },
      connectToStatus: () => openStatusSession(wanted),
    },
    interrupt: () => interrupted.abort(new DOMException('Interrupted', 'AbortError')),
    isInterrupted: () => interrupted.signal.aborted,
    explain: () =>
      deadline?.aborted ? `Not done within ${deadlineSeconds} s. To allow more time, use --timeout` : null,
    finish: async () => {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}

function formOf({ json }: CommonOptions, terminal: Terminal): Form {
  if (json) return 'json';
  return terminal.isTerminal ? 'terminal' : 'pipe';
}
