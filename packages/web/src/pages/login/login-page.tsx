import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { type FormEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { BrandMark, useBrand } from '../../shell/brand.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import type { SignInMethods } from './sign-in-methods.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

const SignOnReturn = lazyPart(async () => ({ default: (await import('./sign-on-return.tsx')).SignOnReturn }));
const SecondStep = lazyPart(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

export function LoginPage() {
  const brand = useBrand();
  const signIn = useSignIn();
  const side = usePublicSide();
  // Parameters from an identity provider, which are removed from the address at once.
  const [returned] = useState(useLocation().hash);
  const SignInMethods = useSignInMethods();
  return (
    <div className="md:grid md:grid-cols-2">
      {/* A transform centres the form while it is alone, so that nothing else moves when the other half appears. */}
      <main
        className={`grid min-h-dvh content-center justify-items-center p-4 ${side === null ? 'md:[translate:50%]' : ''}`}
      >
        <div className="grid w-full max-w-[360px] [&_:is(input,button)]:min-h-11">
          <div className="mb-9 flex min-w-0 items-center text-lg font-semibold">
            <BrandMark brand={brand} />
          </div>
          <PageHeading title={`${defaults.productName} Admin Login`} />
          {signIn.asked ? (
            <Suspense fallback={null}>
              <SecondStep asked={signIn.asked} signIn={signIn} />
            </Suspense>
          ) : (
            <PasswordForm signIn={signIn} />
          )}
          {returned ? (
            <Suspense fallback={null}>
              <SignOnReturn hash={returned} signIn={signIn} />
            </Suspense>
          ) : null}
          {SignInMethods && !signIn.asked ? <SignInMethods signIn={signIn} /> : null}
          <a href="/status" className="mt-4 justify-self-start py-1 text-[0.8125rem] pointer-coarse:py-3">
            View Public Status
          </a>
        </div>
      </main>
      {side}
    </div>
  );
}

/** All failures show the same text, so that they reveal nothing. */
function PasswordForm({ signIn }: { signIn: SignIn }) {
  const { password, hasFailed, submit } = usePassword(signIn);
  const isAway = useIsAway();
  const ids = { password: useId(), error: useId() };
  return (
    <form className="grid" onSubmit={(event) => void submit(event)}>
      <p className="mt-1.5 mb-6.5 text-(--muted)">Enter your admin password to access the dashboard</p>
      <label htmlFor={ids.password} className="mb-1.5 text-[0.8125rem] font-medium">
        Admin Password
      </label>
      <PasswordInput id={ids.password} errorId={ids.error} inputRef={password} hasFailed={hasFailed} />
      <SignInFailure id={ids.error} sentence={hasFailed ? messages.login.failed : null} className="my-1 min-h-5" />
      <Button
        type="submit"
        kind="primary"
        disabled={signIn.isBusy || isAway}
        title={isAway ? needsServer : undefined}
        aria-busy={signIn.isBusy}
      >
        {signIn.isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
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
        onInput={prepareRequest}
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

function usePassword(signIn: SignIn) {
  const password = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // The password is the only purpose of this page, so it gets the focus.
  useEffect(() => password.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isBusy || !password.current) return;
    setHasFailed(false);
    const given = password.current.value;
    if ((await signIn.attempt((client) => client.auth.login({ body: { password: given } }))) === null) return;
    setHasFailed(true);
    password.current?.focus();
    password.current?.select();
  };
  return { password, hasFailed, submit };
}

/** Loads the API client while the user types, to keep the page small for visitors who leave. */
const prepareRequest = (): void => void api().catch(() => undefined);

/** Further sign-in methods; null until loaded, one task after the form is rendered. */
function useSignInMethods(): typeof SignInMethods | null {
  const [methods, setMethods] = useState<{ SignInMethods: typeof SignInMethods } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void import('./sign-in-methods.tsx').then(setMethods, () => undefined));
    return () => clearTimeout(timer);
  }, []);
  return methods?.SignInMethods ?? null;
}

/** Local storage key: an empty value records that the page had content beside the form. */
const sideKey = 'login-side';
/** Minimum width in px for two columns. */
const wide = 768;

/** Content beside the form, or null. */
function usePublicSide(): ReactNode {
  const [side, setSide] = useState<ReactNode>(() => localStorage.getItem(sideKey));
  useEffect(() => {
    if (window.innerWidth < wide) return;
    // One task later, so that the form is rendered first.
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
