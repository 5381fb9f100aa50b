import type { ApiClient } from '@upvigil/core/client/api-client';
import { ApiError } from '@upvigil/core/contract/errors';
import { useState } from 'react';
import { useLocation, useNavigate, useOutletContext } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { useSession } from '../../session/session.tsx';

export interface SignIn {
  isBusy: boolean;
  /** The refusal of a right password, which requires a second factor; null where there is none. */
  asked: ApiError | null;
  /** Requests a token and continues with it. Resolves with the reason of a refusal, or with null. */
  attempt: (ask: (client: ApiClient) => Promise<{ access_token: string }>) => Promise<unknown>;
  /** Goes back to the password. */
  startAgain: () => void;
}

/** Signs in, by whatever gives a token, and goes to where one wanted to be. */
export function useSignIn(): SignIn {
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<ApiError | null>(null);
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const preload = useOutletContext<((path: string) => void) | null>();
  const attempt: SignIn['attempt'] = async (ask) => {
    setIsBusy(true);
    // The page that comes next is loaded while the server thinks.
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
