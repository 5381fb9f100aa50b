import { type ApiContract, contract } from '../contract/contract.ts';
import type { ApiClientOptions } from './calls-of.ts';
import { type ClientOf, createClientOf } from './client-of.ts';

/** One function for each endpoint of the whole contract, by group and name. */
export type ApiClient = ClientOf<ApiContract>;

/** A client with one function for each endpoint of the contract. They throw what those of `createCallsOf` throw. */
export const createApiClient = (options: ApiClientOptions): ApiClient => createClientOf(contract, options);
