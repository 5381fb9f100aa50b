import { useQueryClient } from '@tanstack/react-query';
import type { Website, WebsiteInput } from '@upvigil/core/contract/websites';
import { useCallback } from 'react';
import { api } from '../../api/api.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';

/** Saves and deletes websites. The lists are read again afterwards. */
export function useWebsiteActions() {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: ['websites'] }), [queryClient]);

  const save = async (website: Website | null, body: WebsiteInput) => {
    const client = await api();
    if (website) await client.websites.update({ params: { websiteId: website.id }, body });
    else await client.websites.create({ body });
    await refresh();
  };

  const remove = useCallback(
    async (website: Website) => {
      const { deletionOf } = await import('./deletion.ts');
      await confirm(deletionOf(website, refresh));
    },
    [confirm, refresh],
  );

  return { save, remove };
}
