import { useQuery } from '@tanstack/react-query';
import { mayUse } from '@upvigil/core/access/scopes';
import { me } from './access-queries.ts';
import { SignInSection } from './sign-in/sign-in-section.tsx';
import { TokenSection } from './tokens/token-section.tsx';
import { UserSection } from './users/user-section.tsx';

/** Who may enter, and by what. Whoever is no admin sees what is their own. */
export function AccessPanel() {
  const { data } = useQuery(me());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && !mayUse(data.scopes, 'admin') ? null : <UserSection />}
      <SignInSection />
      <TokenSection />
    </div>
  );
}
