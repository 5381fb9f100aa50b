import type { UrlChange, UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { messages } from '@upvigil/core/texts/messages';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { useChanges } from '../../../use-changes.ts';
import { changedOptions } from '../advanced/changed-options.ts';

export type UrlActions = ReturnType<typeof useUrlActions>;

const shownBy = [['urls'], ['history'], ['website'], ['websites']];

function changeOf(url: UrlMonitor, input: UrlInput): UrlChange {
  const { label, request, assertions, ip_family, cert_alerts, severity, ...others } = input;
  const { parent_id, tags, recovery_threshold, ...specified } = others;
  const options = { label, request, assertions, ip_family, cert_alerts, severity };
  return { ...specified, ...changedOptions({ ...options, parent_id, tags, recovery_threshold }, url) };
}

/** Actions on the URLs of a website. Each reloads the lists. */
export function useUrlActions(websiteId: number) {
  const { alert, notify, confirm } = useDialogs();
  const { change, refresh } = useChanges(shownBy);
  return useMemo(
    () => ({
      /** Adds or changes a URL. Rejects if the server refuses it. */
      save: (url: UrlMonitor | null, input: UrlInput, copied: UrlMonitor | null = null) =>
        change(({ urls }) =>
          url
            ? urls.update({ params: { urlId: url.id }, body: changeOf(url, input) })
            : urls.create({ params: { websiteId }, body: { ...input, ...(copied ? { clone_of: copied.id } : {}) } }),
        ),
      check: async (url: UrlMonitor) => {
        try {
          const { urls } = await api();
          await urls.check({ params: { urlId: url.id } });
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
          run: () => change(({ urls }) => urls.remove({ params: { urlId: url.id } })),
          failure: messages.url.deleteFailed,
        }),
    }),
    [change, refresh, alert, notify, confirm, websiteId],
  );
}
