import { type ApiContract, contract } from '../contract/contract.ts';
import type { Contract, Endpoint, ParsedRequestOf, ResponseOf } from '../contract/endpoint.ts';
import { apiPrefix } from '../contract/names/paths.ts';

/** As in 'websites.create'. */
export type EndpointName = {
  [G in keyof ApiContract & string]: `${G}.${keyof ApiContract[G] & string}`;
}[keyof ApiContract & string];
export type EndpointNamed<N extends EndpointName> = N extends `${infer G extends keyof ApiContract & string}.${infer E}`
  ? ApiContract[G][E & keyof ApiContract[G]] extends infer Found extends Endpoint
    ? Found
    : never
  : never;

/** The body of an upload is its file, or null without one. */
export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E> & { token: string | null } & (E extends { transport: 'upload' }
      ? { body: unknown }
      : unknown),
) => E extends { transport: 'download' | 'events' } ? Response : ResponseOf<E>;
type Group<G> = { [Name in keyof G]: G[Name] extends Endpoint ? Handler<G[Name]> : never };
export type FakeHandlers = { [G in keyof ApiContract]: Group<ApiContract[G]> };

export interface FakeEndpoint {
  name: EndpointName;
  endpoint: Endpoint;
  /** Matches the path; its parameters are named groups. */
  pattern: RegExp;
}

const paramsIn = (path: string): number => path.split(':').length;

/** Paths without parameters first, because a parameter would match them too. */
export const fakeEndpoints: readonly FakeEndpoint[] = Object.entries(contract as Contract)
  .flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, endpoint]) => ({
      name: `${group}.${name}` as EndpointName,
      endpoint,
      pattern: new RegExp(`^${apiPrefix}${endpoint.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
    })),
  )
  .sort((one, other) => paramsIn(one.endpoint.path) - paramsIn(other.endpoint.path));
