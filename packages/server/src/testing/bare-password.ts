import { hash, verify } from '@node-rs/argon2';

/** What comparing a password takes without anything else, at the cost of those that are stored. Resolves with how to do it. */
export async function barePassword(password: string): Promise<() => Promise<boolean>> {
  const stored = await hash(password);
  return () => verify(stored, password);
}
