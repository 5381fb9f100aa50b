import { dailyContract } from './daily-contract.ts';
import { rareContract } from './rare-contract.ts';

/** Every endpoint below `/api`. Routes, client, commands and the OpenAPI document are derived from this table. */
export const contract = { ...dailyContract, ...rareContract };
export type ApiContract = typeof contract;
