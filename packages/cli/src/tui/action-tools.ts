import type { ApiClient } from '@upvigil/core/client/api-client';
import type { StatusLine, ViewAction } from './view-state.ts';

export interface ActionTools {
  api: ApiClient;
  dispatch(action: ViewAction): void;
  /** In ms since the epoch. */
  now(): number;
  /** Reads the data of the screen again. */
  refresh(): void;
}

export const statusLine = (text: string, tone: StatusLine['tone']): ViewAction => ({
  type: 'statusLine',
  statusLine: { text, tone },
});
