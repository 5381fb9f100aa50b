import { ApiError } from '@upvigil/core/contract/errors';

/** The server's sentence, or the error's message: for sentences that end with '{detail or message}'. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The server's sentence about a refused request, or the page's own when there is none. */
export const detailOr = (error: unknown, sentence: string): string =>
  (error instanceof ApiError ? error.detail : null) ?? sentence;

/** Logs failures that are not shown to anybody, to the browser's console. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error);
}
