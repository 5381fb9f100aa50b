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

async function load(): Promise<Schemas> {
  const [{ contract }, { createClientOf, parseAnswer }] = await Promise.all([
    import('@upvigil/core/contract/contract'),
    import('@upvigil/core/client/client-of'),
  ]);
  loaded = { contract, createClientOf, parseAnswer };
  return loaded;
}
