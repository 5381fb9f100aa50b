import type { Generated, Selectable } from 'kysely';

/** Milliseconds since the epoch, UTC. */
type Milliseconds = number;

/** What somebody planned, once or again and again. */
export interface MaintenanceWindowTable {
  id: Generated<number>;
  /** JSON of the contract's window input. */
  content: string;
  /** By which a start that is repeated finds the run that it made; null where none was given. */
  start_key: string | null;
  created_at: Milliseconds;
  updated_at: Milliseconds;
}

/** Each time at which the work of a window takes place. */
export interface MaintenanceRunTable {
  id: Generated<number>;
  window_id: number;
  starts_at: Milliseconds;
  ends_at: Milliseconds;
}

/** That something was changed, as a new version was brought out. */
export interface MarkTable {
  id: Generated<number>;
  label: string;
  /** Null: of all websites. */
  website_id: number | null;
  url: string | null;
  at: Milliseconds;
  public: 0 | 1;
  created_at: Milliseconds;
}

export type MaintenanceWindowRow = Selectable<MaintenanceWindowTable>;
export type MaintenanceRunRow = Selectable<MaintenanceRunTable>;
export type MarkRow = Selectable<MarkTable>;
