import type { HashCost } from '../access/password-store.ts';

/** The least that argon2id can do: a sign-in of a test takes no time. */
export const testHashCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
