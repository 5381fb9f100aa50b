/** Failures that are shown to nobody go to the browser's console, and nowhere else. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error);
}
