import type { z } from 'zod';
import type { Access } from './names/scopes.ts';

/**
 * How the body and the answer travel. `json` unless an endpoint says otherwise.
 * `upload`: multipart with one field `file`. `download`: the answer is a file. `events`: server-sent events.
 */
type Transport = 'json' | 'upload' | 'download' | 'events';

/** One endpoint of the HTTP interface. Paths stand below the prefix `/api`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** A person only, never a token: so no token makes another, and none outlives what it was meant for. */
  readonly signedIn?: true;
  /** Also for who has no second factor yet where everybody needs one: what it takes to set one up. */
  readonly beforeFactor?: true;
  /** Each person who is signed in may too, for what is their own. */
  readonly orOwn?: true;
  readonly summary: string;
  readonly transport?: Transport;
  /** 201 for a creation; 204 follows from a null answer; 200 otherwise. */
  readonly successStatus?: 201;
  /** The token may also come as `?token=`, for links that a browser follows by itself. */
  readonly tokenInQuery?: true;
  /** Its answer waits for others, such as a name server: other reads do not wait for it. */
  readonly waits?: true;
  /** Of a download a part may be asked for, by the headers `Range` and `If-Range`. */
  readonly ranges?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

export type EndpointGroup = Readonly<Record<string, Endpoint>>;
export type Contract = Readonly<Record<string, EndpointGroup>>;

/** Keeps the literal types of one group of endpoints; the only way an endpoint is declared. */
export const defineEndpoints = <const Group extends EndpointGroup>(group: Group): Group => group;

type Part<E, Key extends string> = E extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? { [K in Key]: Schema }
  : unknown;
type PartsOf<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** The caller's input: the schemas' input side, so fields with defaults are optional. */
export type RequestOf<E extends Endpoint> = {
  [K in keyof PartsOf<E>]: PartsOf<E>[K] extends z.ZodType ? z.input<PartsOf<E>[K]> : never;
};
/** The handler's input: parsed, with defaults filled in. */
export type ParsedRequestOf<E extends Endpoint> = {
  [K in keyof PartsOf<E>]: PartsOf<E>[K] extends z.ZodType ? z.output<PartsOf<E>[K]> : never;
};
/** What travels back, parsed. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
