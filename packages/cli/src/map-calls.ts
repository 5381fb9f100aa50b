import type { ApiClient } from '@upvigil/core/api-client';

type Call = (request?: unknown) => Promise<unknown>;

/** The same client with each of its calls wrapped. */
export function mapCalls(client: ApiClient, wrap: (call: Call) => Call): ApiClient {
  const groups = Object.entries(client as unknown as Record<string, Record<string, Call>>).map(([groupName, group]) => [
    groupName,
    Object.fromEntries(Object.entries(group).map(([name, call]) => [name, wrap(call)])),
  ]);
  return Object.fromEntries(groups) as ApiClient;
}
