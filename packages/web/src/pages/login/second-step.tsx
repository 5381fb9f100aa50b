import type { ApiError } from '@upvigil/core/contract/errors';
import { type SecondFactorWanted, secondFactorWanted } from '@upvigil/core/contract/factors';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { failureText } from '../../failures.ts';
import { givePasskey } from '../../session/passkeys.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import type { SignIn } from './use-sign-in.ts';

const { secondStep: texts } = accessPageMessages;

interface SecondStepProps {
  /** The response that requires a second factor. */
  asked: ApiError;
  signIn: SignIn;
}

/** Second step after a correct password: a code of the authenticator app, a recovery code, or a passkey. */
export function SecondStep({ asked, signIn: { attempt, isBusy, startAgain } }: SecondStepProps) {
  const { challenge, methods } = secondFactorWanted.parse(asked.facts);
  const [kind, setKind] = useState<'code' | 'recovery_code'>(methods.includes('totp') ? 'code' : 'recovery_code');
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (ask: Parameters<SignIn['attempt']>[0]) => {
    setFailure(null);
    const error = await attempt(ask);
    if (error !== null) setFailure(failureText(error));
  };
  const withPasskey = () =>
    answer(async (client) => {
      const options = await client.factors.signInOptions({ body: { challenge } });
      return await client.factors.secondFactor({ body: { challenge, passkey: await givePasskey(options) } });
    });
  return (
    <div className="grid gap-2">
      <p className="mt-1.5 mb-4 text-(--muted)">{asked.message}</p>
      {methods.includes('passkey') ? (
        <Button
          kind={methods.includes('totp') ? 'quiet' : 'primary'}
          pending={isBusy}
          onClick={() => void withPasskey()}
        >
          {texts.usePasskey}
        </Button>
      ) : null}
      {hasCodes(methods) ? (
        <CodeForm
          key={kind}
          label={kind === 'code' ? 'Code' : 'Recovery code'}
          isBusy={isBusy}
          hasFailed={failure !== null}
          onVerify={(text) => answer((client) => client.factors.secondFactor({ body: { challenge, [kind]: text } }))}
        />
      ) : null}
      <SignInFailure sentence={failure} />
      <OtherKind methods={methods} kind={kind} onKind={setKind} />
      <Button kind="bare" onClick={startAgain}>
        {texts.startAgain}
      </Button>
    </div>
  );
}

const hasCodes = (methods: SecondFactorWanted['methods']): boolean => methods.some((method) => method !== 'passkey');

interface CodeFormProps {
  label: string;
  isBusy: boolean;
  hasFailed: boolean;
  onVerify: (text: string) => Promise<void>;
}

function CodeForm({ label, isBusy, hasFailed, onVerify }: CodeFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Replaces the focused password field, so the code field gets the focus.
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !input.current) return;
    await onVerify(input.current.value);
    input.current?.focus();
    input.current?.select();
  };
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className="text-[0.8125rem] font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="control"
        inputMode={label === 'Code' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={hasFailed || undefined}
      />
      <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Verifying...' : 'Verify'}
      </Button>
    </form>
  );
}

interface OtherKindProps {
  methods: SecondFactorWanted['methods'];
  kind: 'code' | 'recovery_code';
  onKind: (kind: 'code' | 'recovery_code') => void;
}

/** Switch between app and recovery codes, if both exist. */
function OtherKind({ methods, kind, onKind }: OtherKindProps) {
  if (!methods.includes('totp') || !methods.includes('recovery_code')) return null;
  return kind === 'code' ? (
    <Button kind="bare" onClick={() => onKind('recovery_code')}>
      {texts.useRecoveryCode}
    </Button>
  ) : (
    <Button kind="bare" onClick={() => onKind('code')}>
      {texts.useCode}
    </Button>
  );
}
