import { useQuery } from '@tanstack/react-query';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../../api/api.ts';
import { Button } from '../../../../components/basics/button.tsx';
import { leaveToast } from '../../../../components/dialogs/reload-toast.ts';
import type { FormField } from '../../../../components/forms/form-field.ts';
import { FormFields } from '../../../../components/forms/form-fields.tsx';
import { FormNotes } from '../../../../components/forms/form-frame.tsx';
import { useContractForm } from '../../../../components/forms/use-contract-form.ts';
import { detailOr } from '../../../../failures.ts';
import { useSession } from '../../../../session/session.tsx';
import { useUnsavedChanges } from '../../../../shell/boundary/unsaved-changes.tsx';
import { apiTokens } from '../access-queries.ts';

const { password: texts } = accessPageMessages;

interface Passwords {
  current_password: string;
  new_password: string;
}
const empty: Passwords = { current_password: '', new_password: '' };

const fields: readonly FormField<Passwords>[] = [
  { kind: 'secret', name: 'current_password', label: 'Current password', autoComplete: 'current-password' },
  { kind: 'secret', name: 'new_password', label: 'New password', autoComplete: 'new-password' },
];

/** Changes the password. This ends all sessions; the current one continues with a new token. */
export function PasswordChange() {
  const { isChanged, change } = usePasswordChange();
  const contractForm = useContractForm<Passwords, Passwords>({
    loadSchema: async () => (await import('@upvigil/core/contract/auth')).authEndpoints.changePassword.body,
    defaultValues: empty,
    save: async (passwords, { reset }) => {
      await change(passwords);
      reset(empty);
    },
    failure: (error) => detailOr(error, texts.changeFailed),
  });
  useUnsavedChanges(contractForm.form.formState.isDirty);
  return (
    <form
      className="grid gap-4 border-t border-(--border) pt-5"
      aria-labelledby="password"
      noValidate
      onSubmit={(event) => void contractForm.onSubmit(event)}
    >
      <h3 id="password">Password</h3>
      <p className="text-(--muted)">{texts.about}</p>
      <FormFields contractForm={contractForm} fields={fields} />
      <FormNotes contractForm={contractForm} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="min-w-0 flex-1">
          {isChanged ? <Changed /> : null}
        </p>
        <Button type="submit" pending={contractForm.isSaving} pendingLabel="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}

function usePasswordChange() {
  const [isChanged, setChanged] = useState(false);
  const tokens = useLiveTokens();
  const { signIn, signOut } = useSession();
  const navigate = useNavigate();
  const change = async (passwords: Passwords): Promise<void> => {
    setChanged(false);
    const client = await api();
    const email = (await client.auth.me()).email ?? undefined;
    await client.auth.changePassword({ body: passwords });
    try {
      const { access_token } = await client.auth.login({ body: { email, password: passwords.new_password } });
      signIn(access_token);
      setChanged(true);
    } catch {
      // The new sign-in fails if a second factor is required. The user then signs in on the login page.
      if (tokens > 0) leaveToast(texts.stillWork(tokens));
      signOut();
      navigate('/login');
    }
  };
  return { isChanged, change };
}

/** Number of API tokens that are still valid; 0 if unknown. */
function useLiveTokens(): number {
  const { data = [] } = useQuery(apiTokens());
  return data.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > Date.now()).length;
}

function Changed() {
  const tokens = useLiveTokens();
  return (
    <>
      {texts.changed} {tokens > 0 ? <a href="#api-tokens">{texts.stillWork(tokens)}</a> : null}
    </>
  );
}
