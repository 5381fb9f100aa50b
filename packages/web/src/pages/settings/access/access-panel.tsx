import { useQuery } from '@tanstack/react-query';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import { useRef } from 'react';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { apiTokens, me, ownFactors, ownProofs, sessions, users } from './access-queries.ts';
import { FactorList } from './sign-in/factors/factor-list.tsx';
import { PasswordChange } from './sign-in/password-change.tsx';
import { SessionList } from './sign-in/session-list.tsx';
import { TokenSection } from './tokens/token-section.tsx';
import { UserSection } from './users/user-section.tsx';

/**
 * Users, tokens and sign-in methods; users who are not admins see only their own. Rendered when all is loaded, so that
 * the layout does not shift.
 */
export function AccessPanel() {
  const caller = useQuery(me());
  const isAdmin = mayUse(caller.data?.scopes ?? [], 'admin');
  const others = useQuery({ ...users(), enabled: isAdmin });
  const reads = [caller, others, useQuery(ownFactors()), useQuery(sessions()), useQuery(apiTokens())];
  // After the first render, each section shows its own errors and retries.
  const isDrawn = useRef(false);
  isDrawn.current ||= !reads.some(({ isLoading }) => isLoading);
  if (!isDrawn.current) return <Skeleton height={640} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdmin ? <UserSection /> : null}
      <SignInSection />
      <TokenSection />
    </div>
  );
}

/** Sign-in methods of the current user. */
function SignInSection() {
  const { data: proofs } = useQuery(ownProofs());
  return (
    <section className="card grid gap-4" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign-in</h2>
      <FactorList />
      {/* Most users have a password, so the section is hidden only from users known to have none. */}
      {proofs?.includes('password') === false ? null : <PasswordChange />}
      <SessionList />
    </section>
  );
}
