import { useQueryClient } from '@tanstack/react-query';
import type { UrlChange, UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { messages } from '@upvigil/core/texts/messages';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { changedOptions } from '../advanced/changed-options.ts';

export type UrlActions = ReturnType<typeof useUrlActions>;

function changeOf(url: UrlMonitor, input: UrlInput): UrlChange {
  const { label, request, assertions, ip_family, cert_alerts, severity, ...others } = input;
  const { parent_id, tags, recovery_threshold, ...specified } = others;
  const options = { label, request, assertions, ip_family, cert_alerts, severity };
  return { ...specified, ...changedOptions({ ...options, parent_id, tags, recovery_threshold }, url) };
}

/** Actions on the URLs of a website. Each reloads the lists. */
export function useUrlActions(websiteId: number) {
  const queryClient = useQueryClient();
  const { alert, notify, confirm } = useDialogs();
  return useMemo(() => {
    const refresh = () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [group] }) => ['urls', 'history', 'website', 'websites'].includes(String(group)),
      });
    return {
      /** Adds or changes a URL. Rejects if the server refuses it. */
      save: async (url: UrlMonitor | null, input: UrlInput, copied: UrlMonitor | null = null) => {
        const client = await api();
        if (url) await client.urls.update({ params: { urlId: url.id }, body: changeOf(url, input) });
        else
          await client.urls.create({
            params: { websiteId },
            body: { ...input, ...(copied ? { clone_of: copied.id } : {}) },
          });
        await refresh();
      },
      check: async (url: UrlMonitor) => {
        try {
          await (await api()).urls.check({ params: { urlId: url.id } });
        } catch {
          return await alert(messages.url.triggerFailed);
        }
        notify(messages.url.triggered);
        await refresh();
      },
      remove: (url: UrlMonitor) =>
        confirm({
          title: 'Delete URL?',
          body: `${urlTitle(url)} will be deleted with its checks, alerts and screenshots. This cannot be undone.`,
          confirmLabel: 'Delete URL',
          pendingLabel: 'Deleting...',
          isDanger: true,
          run: async () => {
            await (await api()).urls.remove({ params: { urlId: url.id } });
            await refresh();
          },
          failure: messages.url.deleteFailed,
        }),
    };
  }, [queryClient, alert, notify, confirm, websiteId]);
}
