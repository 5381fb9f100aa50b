/** Logs failures that are not shown to anybody, to the browser's console. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error);
}
