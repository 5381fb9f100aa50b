import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setUpUser } from '../../testing/render-page.tsx';
import { DialogsProvider } from '../dialogs/dialogs.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type FormField, fieldNames } from './form-field.ts';

const schema = z.object({
  name: z.string().min(1, 'Enter a name'),
  recipients: z.array(z.email('Enter an email address')).min(1, 'Enter a recipient'),
  days: z.number().nullable(),
  expires: z.boolean(),
});
type Values = z.input<typeof schema>;

const fields: readonly FormField<Values>[] = [
  { kind: 'text', name: 'name', label: 'Name' },
  {
    kind: 'section',
    legend: 'Who and when',
    fields: [
      { kind: 'lines', name: 'recipients', label: 'Recipients' },
      { kind: 'switch', name: 'expires', label: 'Expires' },
      {
        kind: 'number',
        name: 'days',
        label: 'Days',
        unit: 'days',
        range: { min: 1, max: 30 },
        isNullable: true,
        isShown: ({ expires }) => expires,
      },
    ],
  },
];

function openForm(recipients: string[] = []) {
  const save = vi.fn(async () => undefined);
  render(
    <DialogsProvider>
      <FormDialog<Values, Values>
        title="Add Report"
        onClose={() => undefined}
        fields={fields}
        loadSchema={async () => schema}
        defaultValues={{ name: '', recipients, days: null, expires: false }}
        save={save}
        failure={String}
      />
    </DialogsProvider>,
  );
  const user = setUpUser();
  return { user, save, press: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

it('keeps lines as they are typed, and saves them as a list', async () => {
  const { user, save, press } = openForm(['a@example.org', 'b@example.org']);
  const lines = screen.getByLabelText('Recipients');
  expect(lines).toHaveValue('a@example.org\nb@example.org');
  await user.fill(lines, 'c@example.org, \n\nd@example.org\n');
  expect(lines).toHaveValue('c@example.org, \n\nd@example.org\n');
  await user.fill(screen.getByLabelText('Name'), 'Weekly');
  await press();
  const sent = { name: 'Weekly', recipients: ['c@example.org', 'd@example.org'], days: null, expires: false };
  await waitFor(() => expect(save).toHaveBeenCalledWith(sent, expect.anything()));
});

it('focuses the first invalid field, and shows the error of a list item', async () => {
  const { user, press } = openForm();
  await press();
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(screen.getByText('2 fields have errors')).toBeVisible();
  await user.fill(screen.getByLabelText('Name'), 'Weekly');
  await user.fill(screen.getByLabelText('Recipients'), 'a@example.org\nnobody');
  await press();
  expect(await screen.findByText('Enter an email address')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Recipients')).toHaveFocus());
});

it('shows a dependent field only while its switch is on', async () => {
  const { user } = openForm();
  expect(screen.queryByLabelText('Days')).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Expires' }));
  expect(screen.getByLabelText('Days')).toBeVisible();
});

it('lists the names of all fields, including nested ones', () => {
  expect(fieldNames(fields)).toEqual(['name', 'recipients', 'expires', 'days']);
});
