import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '../caller.ts';

type Who = Pick<Caller, 'kind' | 'id' | 'name'>;
const current = new AsyncLocalStorage<{ who: Who | null }>();

/** Does work that may sign somebody in. */
export const whileSigningIn = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  current.run({ who: null }, work);

/** Says whom the work that runs has signed in: a request that nobody was signed in for is theirs then. */
export function noteSignedIn(who: Who): void {
  const store = current.getStore();
  if (store) store.who = who;
}

/** Whom it has signed in; null: nobody, or the owner. */
export const signedIn = (): Who | null => current.getStore()?.who ?? null;
