import type { ApiContract } from '@upvigil/core/contract/contract';
import type { Endpoint, ParsedRequestOf, ResponseOf } from '@upvigil/core/contract/endpoint';

type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
) => E extends { transport: 'download' | 'events' } ? Response : ResponseOf<E>;
type Group<G> = { [Name in keyof G]: G[Name] extends Endpoint ? Handler<G[Name]> : never };
/** One handler for each endpoint of the contract. */
export type FakeHandlers = { [G in keyof ApiContract]: Group<ApiContract[G]> };
