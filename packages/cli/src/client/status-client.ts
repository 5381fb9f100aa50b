import type { ApiClientOptions } from '@upvigil/core/client/calls-of';
import { type ClientOf, createClientOf } from '@upvigil/core/client/client-of';
import { publicStatusEndpoints } from '@upvigil/core/contract/public-status';

const statusContract = { publicStatus: publicStatusEndpoints };
export type StatusClient = ClientOf<typeof statusContract>;

/** A client for the public status that does not load the schemas of other endpoints. */
export const createStatusClient = (options: ApiClientOptions): StatusClient => createClientOf(statusContract, options);
