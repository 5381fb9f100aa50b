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
