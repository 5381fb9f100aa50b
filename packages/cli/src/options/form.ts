/** A person reads a terminal, the next program a pipe; JSON is one document. */
export type Form = 'terminal' | 'pipe' | 'json';

export interface CommonOptions {
  server: string | null;
  token: string | null;
  json: boolean;
  /** In seconds; null: the command's default. */
  timeout: number | null;
}
