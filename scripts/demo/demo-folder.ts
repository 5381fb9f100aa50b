import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder for each demo, because it is deleted at the end. */
export const newDemoFolder = (): string => mkdtempSync(path.join(tmpdir(), 'upvigil-demo-'));

/** The reason to refuse a demo on real data, which it would mix with example data and delete; null otherwise. */
export function demoProblem(
  env: Readonly<Record<string, string | undefined>>,
  parameters: readonly string[],
): string | null {
  const [first] = parameters;
  if (first !== undefined) return `The demo takes no folder, and no other argument: start it without ${first}`;
  const name = ['DATA_DIR', 'DATABASE_URL'].find((each) => env[each]?.trim());
  if (name === undefined) return null;
  return `${name} is set, but the demo makes a folder of its own and removes it in the end: unset ${name}, or run npm start`;
}
