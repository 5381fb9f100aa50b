import type { HashCost } from '../access/password-store.ts';

/** The minimum of argon2id, so that sign-ins in tests take no time. */
export const testHashCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
