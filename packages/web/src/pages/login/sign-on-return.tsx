import { signOnErrors } from '@upvigil/core/contract/sign-on';
import { factorMessages } from '@upvigil/core/texts/factors';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../failures.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import type { SignIn } from './use-sign-in.ts';

const { signOn: texts } = factorMessages;

/** Returns from the identity provider: exchanges the code for a token, or shows why it failed. */
export function SignOnReturn({ hash, signIn: { attempt } }: { hash: string; signIn: SignIn }) {
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const isTraded = useRef(false);
  useEffect(() => {
    // The server accepts a code only once.
    if (isTraded.current) return;
    isTraded.current = true;
    // Removes the code from the address and the history.
    navigate('/login', { replace: true });
    const sent = new URLSearchParams(hash.slice(1));
    const code = sent.get('code');
    if (code === null) return setFailure(sentenceOf(sent.get('error')));
    void attempt((client) => client.signOn.exchange({ body: { code } })).then(
      (error) => error !== null && setFailure(failureText(error)),
    );
  }, [hash, attempt, navigate]);
  return <SignInFailure sentence={failure} className="my-1" />;
}

function sentenceOf(error: string | null): string | null {
  if (error === null) return null;
  return texts[signOnErrors.find((known) => known === error) ?? 'failed'];
}
