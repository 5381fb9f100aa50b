import { Button } from '../components/basics/button.tsx';
import { useLogout } from './use-logout.ts';

export function LogoutButton() {
  const logout = useLogout();
  return (
    <Button size="small" onClick={() => void logout()}>
      Logout
    </Button>
  );
}
