import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/messages';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { useSession } from '../../session/session.tsx';
import { BrandMark, useBrand } from '../../shell/brand.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

/** Asks for the admin's password. Every failure has the same words. */
export function LoginPage() {
  const brand = useBrand();
  const { password, hasFailed, isBusy, submit } = useLogin();
  const ids = { password: useId(), error: useId() };
  return (
    <main className="mx-auto grid min-h-dvh max-w-[432px] content-center p-4">
      <form className="card grid gap-4 sm:p-6" onSubmit={(event) => void submit(event)}>
        <div className="flex min-w-0 font-semibold text-(--muted)">
          <BrandMark brand={brand} />
        </div>
        <div className="grid gap-1">
          <PageHeading title={`${defaults.productName} Admin Login`} />
          <p className="text-(--muted)">Enter your admin password to access the dashboard</p>
        </div>
        <div className="grid gap-1">
          <label htmlFor={ids.password} className="font-medium">
            Admin Password
          </label>
          <PasswordInput id={ids.password} errorId={ids.error} inputRef={password} hasFailed={hasFailed} />
          <p id={ids.error} role="alert" className="flex min-h-5 items-center gap-1.5 text-(--down-fg)">
            {hasFailed ? (
              <>
                <ToneIcon tone="down" />
                {messages.login.failed}
              </>
            ) : null}
          </p>
        </div>
        <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign in'}
        </Button>
        <a href="/status" className="justify-self-center py-1">
          View Public Status
        </a>
      </form>
    </main>
  );
}

interface PasswordInputProps {
  id: string;
  errorId: string;
  inputRef: React.RefObject<HTMLInputElement | null>;
  hasFailed: boolean;
}

function PasswordInput({ id, errorId, inputRef, hasFailed }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative grid">
      <input
        ref={inputRef}
        id={id}
        type={isShown ? 'text' : 'password'}
        className="control pr-16"
        placeholder="Enter password"
        autoComplete="current-password"
        required
        aria-invalid={hasFailed || undefined}
        aria-describedby={errorId}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 cursor-pointer rounded-md px-3 font-medium text-(--accent)"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

function useLogin() {
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { signIn } = useSession();
  const navigate = useNavigate();
  // People come here only to type into this field.
  useEffect(() => password.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !password.current) return;
    setIsBusy(true);
    setHasFailed(false);
    try {
      const { access_token } = await (await api()).auth.login({ body: { password: password.current.value } });
      signIn(access_token);
      navigate('/');
    } catch {
      setHasFailed(true);
      setIsBusy(false);
      password.current.focus();
      password.current.select();
    }
  };
  return { password, hasFailed, isBusy, submit };
}
