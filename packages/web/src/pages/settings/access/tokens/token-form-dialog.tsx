import type { ApiTokenInput } from '@upvigil/core/contract/tokens';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessPageMessages } from '@upvigil/core/texts/access';
import type { z } from 'zod';
import { detailOr } from '../../../../api/failure-text.ts';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { NumberField, TextField } from '../../../../components/forms/inputs.tsx';
import { RadioGroup } from '../../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../../components/forms/use-contract-form.ts';
import { ScopeChoice } from './scope-choice.tsx';

/** What stands in the form: never is a choice beside the days. */
type Values = ApiTokenInput & { expiry: 'days' | 'never' };
type TokenForm = ContractForm<Values, ApiTokenInput>;

const asSent = (values: Values): Values => ({
  ...values,
  expires_days: values.expiry === 'never' ? null : values.expires_days,
});

const expiries = [
  { value: 'days', label: 'After some days' },
  { value: 'never', label: 'Never' },
] as const;

interface TokenFormDialogProps {
  /** Rejects when it was refused. */
  save: (input: ApiTokenInput) => Promise<unknown>;
  onClose: () => void;
}

/** A new token: what it is called, what it is for, and when it ends. */
export function TokenFormDialog({ save, onClose }: TokenFormDialogProps) {
  const contractForm: TokenForm = useContractForm<Values, ApiTokenInput>({
    // The schema takes what a form holds, whose fields it checks by itself.
    loadSchema: async () =>
      (await import('@upvigil/core/contract/tokens')).apiTokenInput as unknown as z.ZodType<ApiTokenInput, Values>,
    defaultValues: { name: '', scopes: [], expiry: 'days', expires_days: defaults.apiToken.days },
    withoutHidden: asSent,
    save,
    failure: (error) => detailOr(error, accessPageMessages.tokens.createFailed),
  });
  const { form, field } = contractForm;
  return (
    <FormDialog
      contractForm={contractForm}
      title="Create token"
      onClose={onClose}
      verb="Create token"
      pendingVerb="Creating..."
    >
      <TextField label="Name" placeholder="Nightly backup" autoComplete="off" {...field('name')} />
      <ScopeChoice
        chosen={form.watch('scopes')}
        error={form.getFieldState('scopes', form.formState).error?.message}
        onChange={(next) => form.setValue('scopes', next, { shouldDirty: true, shouldValidate: true })}
      />
      <Expiry contractForm={contractForm} />
    </FormDialog>
  );
}

function Expiry({ contractForm: { form, field, numberField } }: { contractForm: TokenForm }) {
  return (
    <>
      <RadioGroup legend="Expires" options={expiries} registration={field('expiry').registration} />
      {form.watch('expiry') === 'days' ? (
        <NumberField label="Days" unit="days" range={limits.apiToken.days} {...numberField('expires_days')} />
      ) : null}
    </>
  );
}
