import { useQueryClient } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { useCallback } from 'react';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';

/** Asks, then deletes a website. The list is read again afterwards. */
export function useDeletion(): (website: Website) => Promise<unknown> {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  return useCallback(
    async (website) => confirm((await import('./deletion.ts')).deletionOf(website, queryClient)),
    [confirm, queryClient],
  );
}
