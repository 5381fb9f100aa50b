import type { ApiClient } from '@upvigil/core/client/api-client';
import { ApiError } from '@upvigil/core/contract/errors';
import { useState } from 'react';
import { useLocation, useNavigate, useOutletContext } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { useSession } from '../../session/session.tsx';

export type SignIn = ReturnType<typeof useSignIn>;

/** Signs in with any method that returns a token, then opens the requested page. */
export function useSignIn() {
  const [isBusy, setIsBusy] = useState(false);
  /** The response that requires a second factor; null without one. */
  const [asked, setAsked] = useState<ApiError | null>(null);
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const preload = useOutletContext<((path: string) => void) | null>();
  /** Requests a token and continues with it. Resolves with the error, or null. */
  const attempt = async (ask: (client: ApiClient) => Promise<{ access_token: string }>): Promise<unknown> => {
    setIsBusy(true);
    // Preloads the next page while the server verifies the password.
    preload?.('/');
    try {
      const { access_token } = await ask(await api());
      signIn(access_token);
      navigate(state?.to ?? '/');
      return null;
    } catch (error) {
      setIsBusy(false);
      if (!isSecondFactorWanted(error)) return error;
      setAsked(error);
      return null;
    }
  };
  /** Returns to the password form. */
  const startAgain = () => setAsked(null);
  return { isBusy, asked, attempt, startAgain };
}

const isSecondFactorWanted = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && 'challenge' in error.facts;
