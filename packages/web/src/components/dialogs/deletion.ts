import type { ConfirmRequest } from './confirm-request.ts';

type Deletion = Omit<ConfirmRequest, 'title' | 'confirmLabel' | 'isDanger'>;

/** Confirmation before an object with a name is deleted: 'Delete report "Daily"?'. */
export const deletion = (noun: string, name: string, request: Deletion): ConfirmRequest => ({
  title: `Delete ${noun} "${name}"?`,
  confirmLabel: `Delete ${noun}`,
  pendingLabel: 'Deleting...',
  isDanger: true,
  ...request,
});
