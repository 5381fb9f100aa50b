import { useQuery } from '@tanstack/react-query';
import { ownProofs } from '../access-queries.ts';
import { FactorList } from './factors/factor-list.tsx';
import { PasswordChange } from './password-change.tsx';
import { SessionList } from './session-list.tsx';

/** By what one signs in oneself. */
export function SignInSection() {
  const { data: proofs } = useQuery(ownProofs());
  return (
    <section className="card grid gap-4" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign-in</h2>
      <FactorList />
      {/* Nearly everybody has one: only who is known to have none sees nothing of it. */}
      {proofs?.includes('password') === false ? null : <PasswordChange />}
      <SessionList />
    </section>
  );
}
