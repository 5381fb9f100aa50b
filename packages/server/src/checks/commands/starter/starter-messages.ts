/** A program to run. Its arguments are final. */
export interface ProgramRequest {
  /** The absolute path of the program, and its arguments. */
  command: readonly string[];
  /** The whole environment, except for PATH. */
  env: Readonly<Record<string, string>>;
  /** Null: those of the starter. */
  ids: { uid: number; gid: number } | null;
  memory_mb: number;
  timeout_ms: number;
}

/** How a run ended. */
export interface ProgramEnd {
  /** Null if a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  is_timeout: boolean;
  duration_us: number;
  /** The beginning of standard output, or of standard error if there was no other output. */
  output: string;
}

/** The program could not be started, or was ended with the whole service. */
export interface ProgramFault {
  error: string;
}

export type ToStarter = { type: 'run'; id: number; request: ProgramRequest } | { type: 'stop'; id: number };

export type FromStarter =
  /** `pid` is also the id of the process group. */
  { type: 'started'; id: number; pid: number } | { type: 'ended'; id: number; end: ProgramEnd | ProgramFault };
