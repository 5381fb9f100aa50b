import type { ApiClient } from '@upvigil/core/client/api-client';
import { ApiError } from '@upvigil/core/contract/errors';
import { useState } from 'react';
import { useLocation, useNavigate, useOutletContext } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { useSession } from '../../session/session.tsx';

export interface SignIn {
  isBusy: boolean;
  /** The response that requires a second factor; null without one. */
  asked: ApiError | null;
  /** Requests a token and continues with it. Resolves with the error, or null. */
  attempt: (ask: (client: ApiClient) => Promise<{ access_token: string }>) => Promise<unknown>;
  /** Returns to the password form. */
  startAgain: () => void;
}

/** Signs in with any method that returns a token, then opens the requested page. */
export function useSignIn(): SignIn {
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<ApiError | null>(null);
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const preload = useOutletContext<((path: string) => void) | null>();
  const attempt: SignIn['attempt'] = async (ask) => {
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
  return { isBusy, asked, attempt, startAgain: () => setAsked(null) };
}

const isSecondFactorWanted = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && 'challenge' in error.facts;
