import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/texts/backup';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { Field } from '../../components/forms/field.tsx';
import { failureText } from '../../failures.ts';

export function CreateBackup() {
  const { name, setName, error, isBusy, submit } = useCreation();
  return (
    <form className="card grid grid-rows-[auto_1fr_auto] gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <h2>Create Backup</h2>
      <Field label="Name" error={error} hint="Letters, digits, dots, dashes and underscores; a timestamp is added">
        {(attributes) => (
          <input
            {...attributes}
            className="control w-full"
            placeholder="Backup name (optional)"
            maxLength={limits.backupName.maxLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" kind="primary" pending={isBusy} pendingLabel="Creating...">
          Create Backup
        </Button>
      </div>
    </form>
  );
}

function useCreation() {
  const queryClient = useQueryClient();
  const { alert, notify } = useDialogs();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const create = async (given: string) => {
    try {
      await (await api()).backup.create({ query: { name: given || null } });
    } catch (failure) {
      await alert(backupMessages.createFailed);
      return setError(failureText(failure));
    }
    setName('');
    notify(backupMessages.created);
    await queryClient.invalidateQueries({ queryKey: queries.backups().queryKey });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const given = name.trim();
    const problem = given ? await nameProblem(given) : undefined;
    setError(problem);
    if (!problem) await create(given);
    setIsBusy(false);
  };
  return { name, setName, error, isBusy, submit };
}

/** Error of a name by the contract's rule. */
async function nameProblem(name: string): Promise<string | undefined> {
  const { backupGivenName } = await import('@upvigil/core/contract/backup');
  return backupGivenName.safeParse(name).error?.issues[0]?.message;
}
