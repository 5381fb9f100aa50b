import { FactorList } from './factors/factor-list.tsx';
import { PasswordChange } from './password-change.tsx';
import { SessionList } from './session-list.tsx';

/** By what one signs in oneself. */
export const SignInSection = () => (
  <section className="card grid gap-4" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign-in</h2>
    <FactorList />
    <PasswordChange />
    <SessionList />
  </section>
);
