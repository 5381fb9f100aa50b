import type { QueryClient } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/texts/messages';
import { api } from '../../api/api.ts';
import type { ConfirmRequest } from '../../components/dialogs/confirm-request.ts';
import { countOf } from '../../components/lists/count-of.ts';

/** The question before a website is deleted, with what is lost by it. */
export const deletionOf = (
  { id, name, url_count, network_monitor_count }: Website,
  queryClient: QueryClient,
): ConfirmRequest => ({
  title: `Delete website "${name}"?`,
  body: `All its URLs and data will be lost: ${countOf(url_count, 'URL')} and ${countOf(network_monitor_count, 'network service')}. This cannot be undone.`,
  confirmLabel: 'Delete website',
  pendingLabel: 'Deleting...',
  isDanger: true,
  typeToConfirm: name,
  run: async () => {
    await (await api()).websites.remove({ params: { websiteId: id } });
    await queryClient.invalidateQueries({ queryKey: ['websites'] });
  },
  failure: messages.website.deleteFailed,
});
