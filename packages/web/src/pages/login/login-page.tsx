import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/messages';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useOutletContext } from 'react-router-dom';
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
  const side = usePublicSide();
  return (
    <div className="md:grid md:grid-cols-2">
      {/* Alone it is moved to the middle by a transform, so that nothing else of the page moves when the other half comes. */}
      <main
        className={`grid min-h-dvh content-center justify-items-center p-4 ${side === null ? 'md:[translate:50%]' : ''}`}
      >
        <form
          className="grid w-full max-w-[360px] [&_:is(input,button)]:min-h-11"
          onSubmit={(event) => void submit(event)}
        >
          <div className="mb-9 flex min-w-0 items-center text-lg font-semibold">
            <BrandMark brand={brand} />
          </div>
          <PageHeading title={`${defaults.productName} Admin Login`} />
          <p className="mt-1.5 mb-6.5 text-(--muted)">Enter your admin password to access the dashboard</p>
          <label htmlFor={ids.password} className="mb-1.5 text-[0.8125rem] font-medium">
            Admin Password
          </label>
          <PasswordInput id={ids.password} errorId={ids.error} inputRef={password} hasFailed={hasFailed} />
          <p id={ids.error} role="alert" className="my-1 flex min-h-5 items-center gap-1.5 text-(--down-fg)">
            {hasFailed ? (
              <>
                <ToneIcon tone="down" />
                {messages.login.failed}
              </>
            ) : null}
          </p>
          <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? 'Signing in...' : 'Sign in'}
          </Button>
          <a href="/status" className="mt-4 justify-self-start py-1 text-[0.8125rem] pointer-coarse:py-3">
            View Public Status
          </a>
        </form>
      </main>
      {side}
    </div>
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
  const preload = useOutletContext<((path: string) => void) | null>();
  // People come here only to type into this field.
  useEffect(() => password.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !password.current) return;
    setIsBusy(true);
    setHasFailed(false);
    // The page that comes next is loaded while the password is checked.
    preload?.('/');
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

/** Where it is remembered, as an empty text, that something stood beside the form. */
const sideKey = 'login-side';
/** From this width on, in px, two halves have room. */
const wide = 768;

/** What stands beside the form; null is nothing. */
function usePublicSide(): ReactNode {
  const [side, setSide] = useState<ReactNode>(() => localStorage.getItem(sideKey));
  useEffect(() => {
    if (window.innerWidth < wide) return;
    // A task later, so that the form comes first.
    const timer = setTimeout(async () => {
      try {
        const { readPublicSide } = await import('./public-side.tsx');
        setSide(await readPublicSide(sideKey));
      } catch {
        setSide(null);
      }
    });
    return () => clearTimeout(timer);
  }, []);
  return side;
}
