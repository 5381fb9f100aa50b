import { emptyState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { changedMembers } from './option-form.ts';

it('sends the options that both types have again when the type changes, because the server drops them', () => {
  const state = emptyState();
  const options = { security: 'tls', tls_verify: false } as const;
  const before = addMonitor(state, addWebsite(state).id, { monitor_type: 'IMAP', port: 993, options });

  expect(changedMembers(before, 'IMAP', options)).toBeUndefined();
  expect(changedMembers(before, 'POP3', options)).toEqual(options);
});
