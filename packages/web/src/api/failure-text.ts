import { ApiError } from '@upvigil/core/errors';

/** What the server said, or what else went wrong: for sentences that end with '{detail or message}'. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the server said about a refused request, or the page's own sentence when it said nothing. */
export const detailOr = (error: unknown, sentence: string): string =>
  (error instanceof ApiError ? error.detail : null) ?? sentence;
