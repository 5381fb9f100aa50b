import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type Dialogs, DialogsProvider, useDialogs } from './dialogs.tsx';

function open(): { dialogs: Dialogs; opener: HTMLElement } {
  const found: { dialogs?: Dialogs } = {};
  const Page = () => {
    found.dialogs = useDialogs();
    return <button type="button">Opener</button>;
  };
  render(
    <DialogsProvider>
      <Page />
    </DialogsProvider>,
  );
  if (!found.dialogs) throw new Error('no dialogs');
  const opener = screen.getByRole('button', { name: 'Opener' });
  opener.focus();
  return { dialogs: found.dialogs, opener };
}

describe('a failure', () => {
  it('is a modal dialog labelled by its message; Esc closes it and the focus returns', async () => {
    const user = userEvent.setup();
    const { dialogs, opener } = open();
    const read = dialogs.alert('Failed to save website');
    const dialog = await screen.findByRole('alertdialog', { name: 'Failed to save website' });
    expect(dialog.tagName).toBe('DIALOG');
    expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await read;
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });
});

describe('a success', () => {
  it('does not take the focus and can be dismissed', async () => {
    const user = userEvent.setup();
    const { dialogs, opener } = open();
    dialogs.notify('Settings saved successfully!');
    const dialog = await screen.findByRole('dialog', { name: 'Settings saved successfully!' });
    expect(screen.getByRole('status')).toContainElement(dialog);
    expect(opener).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(dialog).not.toBeInTheDocument();
  });

  it('disappears after 5 seconds, unless hovered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const { dialogs } = open();
    dialogs.notify('Done');
    const dialog = await screen.findByRole('dialog', { name: 'Done' });
    await user.hover(dialog);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(dialog).toBeInTheDocument();
    await user.unhover(dialog);
    await vi.advanceTimersByTimeAsync(5_100);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    vi.useRealTimers();
  });

  it('shows three at most', async () => {
    const { dialogs } = open();
    for (const number of [1, 2, 3, 4]) dialogs.notify(`Message ${number}`);
    await screen.findByText('Message 4');
    expect(screen.getAllByRole('dialog')).toHaveLength(3);
    expect(screen.queryByText('Message 1')).not.toBeInTheDocument();
  });
});

describe('a question', () => {
  const request = { title: 'Delete URL?', body: 'It will be gone.', confirmLabel: 'Delete URL', isDanger: true };

  it('focuses Cancel, and Esc cancels', async () => {
    const user = userEvent.setup();
    const { dialogs } = open();
    const answer = dialogs.confirm(request);
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete URL?' });
    expect(dialog).toHaveAccessibleDescription('It will be gone.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });

  it('stays open and cannot be cancelled while the action runs, then resolves with true', async () => {
    const user = userEvent.setup();
    const { dialogs } = open();
    let finish = () => {};
    const run = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const answer = dialogs.confirm({ ...request, run, pendingLabel: 'Deleting...' });
    await user.click(await screen.findByRole('button', { name: 'Delete URL' }));
    expect(screen.getByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
    finish();
    expect(await answer).toBe(true);
  });

  it('shows the error of a failed action, and resolves with false', async () => {
    const user = userEvent.setup();
    const { dialogs } = open();
    const run = () => Promise.reject(new Error('500'));
    const answer = dialogs.confirm({ ...request, run, failure: 'Failed to delete URL' });
    await user.click(await screen.findByRole('button', { name: 'Delete URL' }));
    await screen.findByRole('alertdialog', { name: 'Failed to delete URL' });
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(await answer).toBe(false);
  });
});
