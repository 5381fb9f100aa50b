import type { SignInMethod } from '@upvigil/core/contract/auth';
import { apiPrefix, oidcPaths } from '@upvigil/core/contract/names/paths';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { failureText, logFailure } from '../../failures.ts';
import { givePasskey } from '../../session/passkeys.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import type { SignIn } from './use-sign-in.ts';

/** Further sign-in methods below the owner's password; nothing without other users. */
export function SignInMethods({ signIn: { attempt, isBusy } }: { signIn: SignIn }) {
  const methods = useMethods();
  const [hasForm, setForm] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (methods.length === 0) return null;
  const enter = async (ask: Parameters<SignIn['attempt']>[0]) => {
    setFailure(null);
    const error = await attempt(ask);
    if (error !== null) setFailure(failureText(error));
  };
  const methodActions = {
    email: () => setForm(true),
    passkey: () =>
      void enter(async (client) => {
        const passkey = await givePasskey(await client.factors.signInOptions({ body: {} }));
        return await client.factors.signInWithPasskey({ body: { passkey } });
      }),
    proxy: () => void enter((client) => client.signOn.proxy()),
  };
  return (
    // Zero height, so that content that loads after the form does not move it.
    <div style={{ height: 0 }}>
      <section className="grid gap-2 pt-10" aria-label={accessPageMessages.otherMethods}>
        <h2 className="text-[0.8125rem] font-medium">{accessPageMessages.otherMethods}</h2>
        {methods.map(({ kind, label }) =>
          kind === 'oidc' ? (
            <a key={kind} href={apiPrefix + oidcPaths.start} className={buttonClass()}>
              {label}
            </a>
          ) : kind === 'email' && hasForm ? (
            <EmailForm key={kind} isBusy={isBusy} onEnter={enter} />
          ) : (
            <Button key={kind} disabled={isBusy} onClick={methodActions[kind]}>
              {label}
            </Button>
          ),
        )}
        <SignInFailure sentence={failure} />
      </section>
    </div>
  );
}

function useMethods(): readonly SignInMethod[] {
  const [methods, setMethods] = useState<readonly SignInMethod[]>([]);
  useEffect(() => {
    readMethods().then(setMethods, (error: unknown) => logFailure('Could not load the sign-in methods:', error));
  }, []);
  return methods;
}

const kinds: Record<SignInMethod['kind'], true> = { email: true, passkey: true, oidc: true, proxy: true };

/** Without the contract's schemas, which are larger than the rest of this page. */
async function readMethods(): Promise<SignInMethod[]> {
  const response = await fetch(`${apiPrefix}/auth/methods`, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const answer: unknown = await response.json();
  return Array.isArray(answer) ? answer.filter(isMethod) : [];
}

const isMethod = (answer: Partial<SignInMethod> | null): answer is SignInMethod =>
  typeof answer?.label === 'string' && Object.hasOwn(kinds, answer.kind ?? '');

interface EmailFormProps {
  isBusy: boolean;
  onEnter: (ask: Parameters<SignIn['attempt']>[0]) => Promise<void>;
}

function EmailForm({ isBusy, onEnter }: EmailFormProps) {
  const ids = { email: useId(), password: useId() };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const body = { email: String(entered.get('email')), password: String(entered.get('password')) };
    await onEnter((client) => client.auth.login({ body }));
  };
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <label htmlFor={ids.email} className="text-[0.8125rem] font-medium">
        Email
      </label>
      <input id={ids.email} name="email" type="email" className="control" autoComplete="username" required />
      <label htmlFor={ids.password} className="text-[0.8125rem] font-medium">
        Password
      </label>
      <input
        id={ids.password}
        name="password"
        type="password"
        className="control"
        autoComplete="current-password"
        required
      />
      <Button type="submit" kind="primary" disabled={isBusy}>
        Sign in with email
      </Button>
    </form>
  );
}
