import { useQueryClient } from '@tanstack/react-query';
import type { Website, WebsiteInput } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/messages';
import { useCallback } from 'react';
import { api } from '../../api/api.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { countOf } from '../../components/lists/count-of.ts';

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
    ({ id, name, url_count, network_monitor_count }: Website) =>
      confirm({
        title: `Delete website "${name}"?`,
        body: `All its URLs and data will be lost: ${countOf(url_count, 'URL')} and ${countOf(network_monitor_count, 'network service')}. This cannot be undone.`,
        confirmLabel: 'Delete website',
        pendingLabel: 'Deleting...',
        isDanger: true,
        typeToConfirm: name,
        run: async () => {
          await (await api()).websites.remove({ params: { websiteId: id } });
          await refresh();
        },
        failure: messages.website.deleteFailed,
      }),
    [confirm, refresh],
  );

  return { save, remove };
}
