import type { ApiClient } from '@upvigil/core/client/api-client';
import type { StatusLine, ViewAction } from './view-state.ts';

/** What the actions behind keys need. */
export interface ActionTools {
  api: ApiClient;
  dispatch(action: ViewAction): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Reads again what the screen shows. */
  refresh(): void;
}

export const statusLine = (text: string, tone: StatusLine['tone']): ViewAction => ({
  type: 'statusLine',
  statusLine: { text, tone },
});
