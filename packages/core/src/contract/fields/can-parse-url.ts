/**
 * Whether a text is an absolute address, or one relative to `base`. Replaces `URL.canParse`: in Node 20 and 22 it
 * refuses every address with non-ASCII letters ('ü', 'é') after some thousand calls.
 */
export function canParseUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}
