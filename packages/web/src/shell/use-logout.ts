import { useNavigate } from 'react-router-dom';
import { api } from '../api/api.ts';
import { logFailure } from '../failures.ts';
import { useSession } from '../session/session.tsx';
import { useLeave } from './boundary/unsaved-changes.tsx';

/** Ends the session and removes the token, even if the server is not reachable, then opens the login page. */
export function useLogout(): () => Promise<void> {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = useLeave();
  return async () => {
    if (!(await leave())) return;
    try {
      const client = await api();
      client.auth.logout().catch((error: unknown) => logFailure('Could not end the session on the server:', error));
    } finally {
      signOut();
      navigate('/login');
    }
  };
}
