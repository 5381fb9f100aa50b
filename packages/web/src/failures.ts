import { ApiError } from '@upvigil/core/contract/errors';

/** Message of the server or of the error, for sentences that end with '{detail or message}'. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The server's message about a refused request, or the given sentence without one. */
export const detailOr = (error: unknown, sentence: string): string =>
  (error instanceof ApiError ? error.detail : null) ?? sentence;

/** Logs failures without a message on the page to the console. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error);
}
