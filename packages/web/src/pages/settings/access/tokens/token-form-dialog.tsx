import type { ApiTokenInput } from '@upvigil/core/contract/tokens';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessPageMessages } from '@upvigil/core/texts/access';
import type { z } from 'zod';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { detailOr } from '../../../../failures.ts';
import { ScopeChoice } from './scope-choice.tsx';

/** Form values. `never` is an option beside a number of days. */
type Values = ApiTokenInput & { expiry: 'days' | 'never' };

const asSent = (values: Values): Values => ({
  ...values,
  expires_days: values.expiry === 'never' ? null : values.expires_days,
});

const expiries = [
  { value: 'days', label: 'After some days' },
  { value: 'never', label: 'Never' },
] as const;

interface TokenFormDialogProps {
  /** Rejects if the server refuses it. */
  save: (input: ApiTokenInput) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a new token: name, scopes and expiry. */
export const TokenFormDialog = ({ save, onClose }: TokenFormDialogProps) => (
  <FormDialog<Values, ApiTokenInput>
    title="Create token"
    onClose={onClose}
    verb="Create token"
    pendingVerb="Creating..."
    fields={[
      { kind: 'text', name: 'name', label: 'Name', placeholder: 'Nightly backup', autoComplete: 'off' },
      ({ form, errorOf }) => (
        <ScopeChoice
          chosen={form.watch('scopes')}
          error={errorOf('scopes')}
          onChange={(next) => form.setValue('scopes', next, { shouldDirty: true, shouldValidate: true })}
        />
      ),
      { kind: 'radio', name: 'expiry', label: 'Expires', options: expiries },
      {
        kind: 'number',
        name: 'expires_days',
        label: 'Days',
        unit: 'days',
        range: limits.apiToken.days,
        isShown: ({ expiry }) => expiry === 'days',
      },
    ]}
    // The schema accepts the additional form fields and drops them.
    loadSchema={async () =>
      (await import('@upvigil/core/contract/tokens')).apiTokenInput as unknown as z.ZodType<ApiTokenInput, Values>
    }
    defaultValues={{ name: '', scopes: [], expiry: 'days', expires_days: defaults.apiToken.days }}
    withoutHidden={asSent}
    save={save}
    failure={(error) => detailOr(error, accessPageMessages.tokens.createFailed)}
  />
);
