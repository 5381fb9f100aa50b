import type { Proof } from '@upvigil/core/contract/auth';
import { createRoot } from 'react-dom/client';
import { logFailure } from '../../failures.ts';
import { clearToken } from '../token.ts';
import { type Client, ConfirmDialog } from './confirm-dialog.tsx';

/** The question that is open: requests that come meanwhile wait for the same answer. */
let asked: Promise<boolean> | null = null;

/** Requests a confirmation. Resolves with whether it was given. Above everything else, dialogs too. */
export function askToConfirm(client: Client): Promise<boolean> {
  asked ??= ask(client).finally(() => {
    asked = null;
  });
  return asked;
}

async function ask(client: Client): Promise<boolean> {
  return show(client, await readProofs(client));
}

/** Where it cannot be found out, the password is asked for: most have one. */
async function readProofs(client: Client): Promise<readonly Proof[]> {
  try {
    return await (await client()).auth.confirmProofs();
  } catch (error) {
    logFailure('Could not find out how to confirm:', error);
    return ['password'];
  }
}

/** A tree of its own: any request of any page may require it. */
function show(client: Client, proofs: readonly Proof[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean): void => {
      root.unmount();
      place.remove();
      resolve(isConfirmed);
    };
    const leave = () => void signInAgain(client);
    root.render(<ConfirmDialog client={client} proofs={proofs} onAnswer={answer} signInAgain={leave} />);
  });
}

/** Ends the session, even where the server cannot be reached, and loads the login page. */
async function signInAgain(client: Client): Promise<void> {
  try {
    await (await client()).auth.logout();
  } catch (error) {
    logFailure('Could not end the session on the server:', error);
  }
  clearToken();
  window.location.assign('/login');
}
