type Call = (request?: unknown) => Promise<unknown>;

/** Wraps each call of a client. */
export function mapCalls<Client extends object>(client: Client, wrap: (call: Call) => Call): Client {
  const groups = Object.entries(client as Record<string, Record<string, Call>>).map(([groupName, group]) => [
    groupName,
    Object.fromEntries(Object.entries(group).map(([name, call]) => [name, wrap(call)])),
  ]);
  return Object.fromEntries(groups) as Client;
}
