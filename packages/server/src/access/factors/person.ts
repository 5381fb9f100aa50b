/** Null: the owner. */
export interface Person {
  userId: number | null;
  /** The account name in authenticator apps and passkeys. */
  name: string;
}
