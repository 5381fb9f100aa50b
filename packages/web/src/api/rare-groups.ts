import type { ClientOf } from '@upvigil/core/client/client-of';
import type { RareContract } from '@upvigil/core/contract/rare-contract';

type RareClient = ClientOf<RareContract>;
type Call = (request?: unknown) => Promise<unknown>;

/** Without the contract itself, which is what must not be loaded. A missing group does not compile. */
const groups: Record<keyof RareContract, true> = {
  factors: true,
  signOn: true,
  device: true,
  sessions: true,
  users: true,
  tokens: true,
  shareLinks: true,
  audit: true,
  publicStatus: true,
  publicIncidents: true,
  shares: true,
  heartbeats: true,
  monitors: true,
  commands: true,
  incidents: true,
  marks: true,
  maintenance: true,
  certificates: true,
  routing: true,
  reports: true,
  diagnostics: true,
  files: true,
};

/** Stands for the rarely used groups of the client: each call loads them first, if none has. */
export function rareGroups(load: () => Promise<RareClient>): RareClient {
  const lateGroup = (group: string) =>
    new Proxy<Record<string, Call>>(
      {},
      {
        get: (_, name) => async (request: unknown) => {
          const client = (await load()) as unknown as Record<string, Record<string, Call>>;
          return client[group]?.[String(name)]?.(request);
        },
      },
    );
  return Object.fromEntries(Object.keys(groups).map((group) => [group, lateGroup(group)])) as unknown as RareClient;
}
