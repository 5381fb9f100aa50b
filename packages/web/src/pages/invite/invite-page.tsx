import type { ApiClient } from '@upvigil/core/client/api-client';
import type { Proof } from '@upvigil/core/contract/auth';
import { ApiError } from '@upvigil/core/contract/errors';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { failureText, logFailure } from '../../failures.ts';
import { makePasskey } from '../../session/passkeys.ts';
import { useSession } from '../../session/session.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

const { invite: texts } = accessPageMessages;

/**
 * Accepts an invitation. Its token is in the URL fragment, which browsers do not send, and is removed from the address
 * at once.
 */
export function InvitePage() {
  const [token] = useState(useLocation().hash.slice(1));
  const navigate = useNavigate();
  useEffect(() => {
    if (token) navigate('/invite', { replace: true });
  }, [token, navigate]);
  return (
    <div className="mx-auto grid w-full max-w-[480px] gap-4 py-8">
      <PageHeading title={texts.title} />
      <p className="text-(--muted)">{token ? texts.about : texts.noToken}</p>
      {token ? <AcceptForm token={token} /> : null}
    </div>
  );
}

function AcceptForm({ token }: { token: string }) {
  const mayUsePasskey = usePasskeyOffer();
  const { submit, acceptByPasskey, busyWith, faults, form } = useAcceptance(token);
  return (
    <form ref={form} className="card grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Name" error={faults.name}>
        {(attributes) => <input name="name" className="control w-full" autoComplete="name" {...attributes} />}
      </Field>
      <Field label="Password" error={faults.password}>
        {(attributes) => (
          <input
            name="password"
            type="password"
            className="control w-full"
            autoComplete="new-password"
            {...attributes}
          />
        )}
      </Field>
      <p role="alert" className="wrap-anywhere text-(--down-fg)">
        {faults.token}
      </p>
      <Button type="submit" kind="primary" pending={busyWith === 'password'} pendingLabel="Accepting...">
        Accept
      </Button>
      {mayUsePasskey ? (
        <Button
          pending={busyWith === 'passkey'}
          pendingLabel="Waiting for the browser..."
          onClick={() => void acceptByPasskey()}
        >
          {texts.usePasskey}
        </Button>
      ) : null}
    </form>
  );
}

/** Whether passkeys are offered. False if the request fails, because a password is sufficient. */
function usePasskeyOffer(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const read = async () => setOffered((await (await api()).auth.invitationProofs()).includes('passkey'));
    read().catch((error: unknown) => logFailure('Could not find out whether there are passkeys:', error));
  }, []);
  return isOffered;
}

/** Error of each field; `token` is an error of the whole invitation. */
type Faults = Partial<Record<'name' | 'password' | 'token', string>>;

function useAcceptance(token: string) {
  const form = useRef<HTMLFormElement>(null);
  const [busyWith, setBusyWith] = useState<Proof | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const { signIn } = useSession();
  const navigate = useNavigate();
  const accept = async (
    by: Proof,
    ask: (client: ApiClient, entered: FormData) => Promise<{ access_token: string }>,
  ) => {
    if (busyWith !== null || !form.current) return;
    setBusyWith(by);
    setFaults({});
    try {
      const { access_token } = await ask(await api(), new FormData(form.current));
      signIn(access_token);
      navigate('/');
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found);
      setBusyWith(null);
      if (by === 'password' || found.name) form.current?.querySelector('input')?.focus();
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await accept('password', (client, entered) =>
      client.auth.invitation({ body: { token, name: textOf(entered, 'name'), password: textOf(entered, 'password') } }),
    );
  };
  const acceptByPasskey = () =>
    accept('passkey', async (client, entered) => {
      const name = textOf(entered, 'name');
      // Sends the name too, so that an invalid name is refused before a passkey is created.
      const passkey = await makePasskey(await client.auth.invitationPasskey({ body: { token, name } }));
      return await client.auth.invitation({ body: { token, name, passkey } });
    });
  return { form, submit, acceptByPasskey, busyWith, faults };
}

const textOf = (entered: FormData, field: string): string => String(entered.get(field));

/** Errors without a field of their own, such as a passkey error, apply to the whole form. */
function faultsOf(error: unknown): Faults {
  const errors = error instanceof ApiError ? error.errors.filter(({ field }) => field !== 'passkey') : [];
  if (errors.length === 0) return { token: `${texts.failed}: ${failureText(error)}` };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
