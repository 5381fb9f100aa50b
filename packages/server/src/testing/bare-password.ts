import { hash, verify } from '@node-rs/argon2';

/** Measures a bare password comparison, at the cost of stored hashes. Returns the comparison. */
export async function barePassword(password: string): Promise<() => Promise<boolean>> {
  const stored = await hash(password);
  return () => verify(stored, password);
}
