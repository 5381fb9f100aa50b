import type * as Client from '@upvigil/core/client/client-of';
import type { ApiContract } from '@upvigil/core/contract/contract';

interface Schemas {
  contract: ApiContract;
  createClientOf: typeof Client.createClientOf;
  parseAnswer: typeof Client.parseAnswer;
}

let loaded: Schemas | null = null;
let loading: Promise<Schemas> | null = null;

/** The schemas of the whole contract; null until they are loaded. */
export const knownSchemas = (): Schemas | null => loaded;

/** Loads the schemas and their library, a third of the script of a page. A call after a failure tries again. */
export function loadSchemas(): Promise<Schemas> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * One after the other, so that each is a task of its own: at once they would hold a slow processor for a third of a second,
 * and a key that is pressed meanwhile with it.
 */
async function load(): Promise<Schemas> {
  const { createClientOf, parseAnswer } = await import('@upvigil/core/client/client-of');
  await import('@upvigil/core/contract/urls');
  const { contract } = await import('@upvigil/core/contract/contract');
  loaded = { contract, createClientOf, parseAnswer };
  return loaded;
}
