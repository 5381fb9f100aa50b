import type { z } from 'zod';
import type { Access } from './names/scopes.ts';

/**
 * Format of the body and the answer; `json` by default. `upload`: multipart with one field `file`. `download`: the
 * answer is a file. `events`: server-sent events.
 */
type Transport = 'json' | 'upload' | 'download' | 'events';

/** One HTTP endpoint. Paths are relative to the prefix `/api`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** For people only: a token can neither create another token nor outlive its purpose. */
  readonly signedIn?: true;
  /** Allowed without a second factor even if one is required, because it serves to set one up. */
  readonly beforeFactor?: true;
  /** Also allowed for each signed-in person on their own objects. */
  readonly orOwn?: true;
  readonly summary: string;
  readonly transport?: Transport;
  /** 201 for a creation. Otherwise 204 for a null answer, and 200 for any other. */
  readonly successStatus?: 201;
  /** The token may also be sent as `?token=`, for links that a browser opens. */
  readonly tokenInQuery?: true;
  /** Its answer depends on other hosts (a name server, say), so it must not delay other reads. */
  readonly waits?: true;
  /** The download supports the headers `Range` and `If-Range`. */
  readonly ranges?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

export type EndpointGroup = Readonly<Record<string, Endpoint>>;
export type Contract = Readonly<Record<string, EndpointGroup>>;

/** Keeps the literal types of one group of endpoints. */
export const defineEndpoints = <const Group extends EndpointGroup>(group: Group): Group => group;

type Part<E, Key extends string> = E extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? { [K in Key]: Schema }
  : unknown;
type PartsOf<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** The caller's input: fields with defaults are optional. */
export type RequestOf<E extends Endpoint> = {
  [K in keyof PartsOf<E>]: PartsOf<E>[K] extends z.ZodType ? z.input<PartsOf<E>[K]> : never;
};
/** The handler's input: parsed, with defaults filled in. */
export type ParsedRequestOf<E extends Endpoint> = {
  [K in keyof PartsOf<E>]: PartsOf<E>[K] extends z.ZodType ? z.output<PartsOf<E>[K]> : never;
};
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
