import { type FormEvent, useState } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { Field } from '../../components/forms/field.tsx';
import { TestResult } from '../../components/forms/test-result.tsx';
import { testOutcome, useTestAction } from '../../components/forms/use-test-action.ts';

interface SendTestProps {
  title: string;
  /** Label of the recipient field. */
  label: string;
  type: 'email' | 'tel';
  placeholder: string;
  action: string;
  /** Error for an empty field. */
  missing: string;
  sent: string;
  failed: string;
  send: (recipient: string) => Promise<unknown>;
}

/** Sends a test message with the saved settings, and shows the result. */
export function SendTest({ title, label, type, placeholder, action, missing, sent, failed, send }: SendTestProps) {
  const { alert } = useDialogs();
  const [recipient, setRecipient] = useState('');
  const test = useTestAction(recipient, () =>
    testOutcome(async () => {
      await send(recipient.trim());
      return { success: true, message: sent };
    }, failed),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (recipient.trim() ? test.run() : alert(missing));
  };
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={submit}>
      <h2>{title}</h2>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-52 max-w-full max-sm:w-full">
          <Field label={label}>
            {(attributes) => (
              <input
                {...attributes}
                type={type}
                className="control w-full"
                placeholder={placeholder}
                value={recipient}
                onChange={(event) => setRecipient(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" pending={test.isRunning}>
          {action}
        </Button>
        <div className="flex min-h-9 min-w-0 flex-[1_1_10rem] items-center">
          <TestResult action={test} />
        </div>
      </div>
      <p className="text-xs text-(--muted)">The test uses the last saved settings.</p>
    </form>
  );
}
