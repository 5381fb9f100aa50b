import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { clearToken, readToken, storeToken } from './token.ts';

interface Session {
  isSignedIn: boolean;
  signIn: (token: string) => void;
  signOut: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Tracks whether a user is signed in: initially by the stored token, then by sign-in and sign-out. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [isSignedIn, setIsSignedIn] = useState(() => readToken() !== null);
  const session = useMemo<Session>(
    () => ({
      isSignedIn,
      signIn: (token) => {
        storeToken(token);
        setIsSignedIn(true);
      },
      signOut: () => {
        clearToken();
        setIsSignedIn(false);
      },
    }),
    [isSignedIn],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
