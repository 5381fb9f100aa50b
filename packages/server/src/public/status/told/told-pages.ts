import type { AnswerForm } from '../../../api/http/cached-response.ts';
import type { Speech } from '../documents/speech/speech.ts';
import type { ToldRun } from '../maintenance/public-runs.ts';
import type { ToldIncident } from './told-incident.ts';

/** Whom an incident affects, by the names that everybody reads. */
export interface AffectedNames {
  websites: readonly { id: number; name: string }[];
  services: readonly string[];
}

/** An incident, and whom it affects. */
export interface ToldView {
  told: ToldIncident;
  affected: AffectedNames;
}

/** What stands around what is told. */
export interface ToldSurroundings {
  brand: string;
  /** The public address, without a slash at the end. */
  base_url: string;
  speech: Speech;
}

/** A month of UTC, '2026-11', and the incidents that started in it, newest first. */
export interface ToldMonth {
  month: string;
  views: readonly ToldView[];
  /** No later month is shown. Milliseconds since the epoch. */
  now: number;
}

/** Pages without script. They are written in a later room. */
export interface ToldPages {
  incident(view: ToldView, surroundings: ToldSurroundings): string;
  month(month: ToldMonth, surroundings: ToldSurroundings): string;
  /** Null says that there is none. */
  maintenance(run: ToldRun | null, surroundings: ToldSurroundings): string;
  /** Says that there is none. */
  missing(kind: 'incident' | 'month', surroundings: ToldSurroundings): string;
  /** How all are sent. */
  form: Pick<AnswerForm, 'contentType' | 'headers'>;
}

export const incidentPagePath = (id: number): string => `/status/incidents/${id}`;
export const monthPagePath = (month: string): string => `/status/history/${month}`;
