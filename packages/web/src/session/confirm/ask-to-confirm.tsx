import type { Proof } from '@upvigil/core/contract/auth';
import { createRoot } from 'react-dom/client';
import { logFailure } from '../../failures.ts';
import { clearToken } from '../token.ts';
import { type Client, ConfirmDialog } from './confirm-dialog.tsx';

/** The open confirmation. Concurrent requests share its result. */
let asked: Promise<boolean> | null = null;

/** Requests a confirmation of the user's identity, above all other dialogs. Resolves with whether they did. */
export function askToConfirm(client: Client): Promise<boolean> {
  asked ??= ask(client).finally(() => {
    asked = null;
  });
  return asked;
}

async function ask(client: Client): Promise<boolean> {
  return show(client, await readProofs(client));
}

/** If the request fails, requires the password, because most users have one. */
async function readProofs(client: Client): Promise<readonly Proof[]> {
  try {
    return await (await client()).auth.confirmProofs();
  } catch (error) {
    logFailure('Could not find out how to confirm:', error);
    return ['password'];
  }
}

/** A React root of its own, because a request of any page may need it. */
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

/** Ends the session, even if the server is not reachable, and opens the login page. */
async function signInAgain(client: Client): Promise<void> {
  try {
    await (await client()).auth.logout();
  } catch (error) {
    logFailure('Could not end the session on the server:', error);
  }
  clearToken();
  window.location.assign('/login');
}
