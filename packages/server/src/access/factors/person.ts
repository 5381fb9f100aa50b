/** Whose factors: a user's, or with null the owner's. */
export interface Person {
  userId: number | null;
  /** As authenticator apps and passkeys show it. */
  name: string;
}
