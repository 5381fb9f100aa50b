import { accessPageMessages } from '@upvigil/core/access/page-messages';
import { ApiError } from '@upvigil/core/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { failureText } from '../../api/failure-text.ts';
import { Button } from '../../components/basics/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { useSession } from '../../session/session.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

const { invite: said } = accessPageMessages;

/** Accepts an invitation. Its token stands behind the `#`, which no browser sends, and leaves the address at once. */
export function InvitePage() {
  const [token] = useState(useLocation().hash.slice(1));
  const navigate = useNavigate();
  useEffect(() => {
    if (token) navigate('/invite', { replace: true });
  }, [token, navigate]);
  return (
    <div className="mx-auto grid w-full max-w-[480px] gap-4 py-8">
      <PageHeading title={said.title} />
      <p className="text-(--muted)">{token ? said.about : said.noToken}</p>
      {token ? <AcceptForm token={token} /> : null}
    </div>
  );
}

function AcceptForm({ token }: { token: string }) {
  const { submit, isBusy, faults, form } = useAcceptance(token);
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
      <Button type="submit" kind="primary" pending={isBusy} pendingLabel="Accepting...">
        Accept
      </Button>
    </form>
  );
}

/** What is wrong with each field; of the token, with the invitation as a whole. */
type Faults = Partial<Record<'name' | 'password' | 'token', string>>;

function useAcceptance(token: string) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const { signIn } = useSession();
  const navigate = useNavigate();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const body = { token, name: String(entered.get('name')), password: String(entered.get('password')) };
    setBusy(true);
    setFaults({});
    try {
      const { access_token } = await (await api()).auth.invitation({ body });
      signIn(access_token);
      navigate('/');
    } catch (error) {
      setFaults(faultsOf(error));
      setBusy(false);
      form.current?.querySelector('input')?.focus();
    }
  };
  return { form, submit, isBusy, faults };
}

function faultsOf(error: unknown): Faults {
  const errors = error instanceof ApiError ? error.errors : [];
  if (errors.length === 0) return { token: `${said.failed}: ${failureText(error)}` };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
