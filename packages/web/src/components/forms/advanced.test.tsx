import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Advanced } from './advanced.tsx';

const form = (hasError = false) => (
  <Advanced values="3 failed checks before an alert" hasError={hasError}>
    <input aria-label="Failure threshold" />
  </Advanced>
);
const field = () => screen.getByLabelText('Failure threshold');

it('opens at once, shows its values only while closed, and stays open when the form renders', async () => {
  const { rerender } = render(form());
  expect(field()).not.toBeVisible();
  screen.getByText('3 failed checks before an alert').click();
  rerender(form());
  expect(field()).toBeVisible();
  await waitFor(() => expect(screen.queryByText('3 failed checks before an alert')).toBeNull());
  expect(field()).toBeVisible();
  await userEvent.click(screen.getByText('Advanced'));
  expect(field()).not.toBeVisible();
});

it('opens for a field with an error, cannot be closed over it, and stays open afterwards', async () => {
  const { rerender } = render(form());
  rerender(form(true));
  expect(field()).toBeVisible();
  await userEvent.click(screen.getByText('Advanced'));
  await waitFor(() => expect(field()).toBeVisible());
  rerender(form());
  expect(field()).toBeVisible();
});

it('names its options in one line, and renders deferred fields from the first opening on', async () => {
  render(
    <Advanced values="" holds="Method and headers" hasError={false} more={<input aria-label="Method" />}>
      <input aria-label="Failure threshold" />
    </Advanced>,
  );
  expect(screen.getByText('Method and headers')).toBeVisible();
  expect(screen.queryByLabelText('Method')).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Advanced'));
  const method = await screen.findByLabelText('Method');
  expect(method).toBeVisible();
  await userEvent.click(screen.getByText('Advanced'));
  expect(method).not.toBeVisible();
  expect(method).toBeInTheDocument();
});
