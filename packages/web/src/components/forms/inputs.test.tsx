import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SecretField } from './inputs.tsx';

const registration = {
  name: 'token',
  onChange: async () => undefined,
  onBlur: async () => undefined,
  ref: () => undefined,
};

it('prevents browsers from filling a saved password into a secret, masked or not', async () => {
  render(<SecretField label="Token" error={undefined} registration={registration} />);
  const field = screen.getByLabelText('Token');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  await userEvent.click(screen.getByRole('button', { name: 'Show Token' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
});
