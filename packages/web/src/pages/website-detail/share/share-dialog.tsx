import { queryOptions, useQuery } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { api } from '../../../api/api.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { LoadedList } from '../../../components/lists/editable-list.tsx';
import { useChanges } from '../../../use-changes.ts';
import { ShareLinkRow } from './share-link-row.tsx';

interface ShareDialogProps {
  /** Id of the website. */
  id: number;
  name: string;
  onClose: () => void;
}

const shareLinksOf = (websiteId: number) =>
  queryOptions({
    queryKey: ['share-links', websiteId],
    queryFn: async ({ signal }) => (await api()).shareLinks.list({ query: { website_id: websiteId }, signal }),
  });

/** Creates and lists share links of a website. */
export function ShareDialog({ id, name, onClose }: ShareDialogProps) {
  const query = useQuery(shareLinksOf(id));
  const { change, refresh } = useChanges([shareLinksOf(id).queryKey]);
  return (
    <FormDialog
      title={`Share ${name}`}
      onClose={onClose}
      verb="Create Link"
      pendingVerb="Creating..."
      fields={[
        () => (
          <>
            <p className="text-(--muted)">{accessMessages.shareLink.whoHolds}</p>
            <LoadedList
              query={query}
              loadFailed="Could not load the share links"
              loading={44}
              empty={<p className="text-(--muted)">{accessMessages.shareLink.none}</p>}
              className="grid gap-2"
            >
              {(link) => <ShareLinkRow key={link.id} link={link} onRevoked={refresh} />}
            </LoadedList>
          </>
        ),
        { kind: 'text', name: 'name', label: 'Name', maxLength: limits.shareLink.name.maxLength },
        { kind: 'number', name: 'expires_days', label: 'Expires after', unit: 'days', range: limits.shareLink.days },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/share-links')).shareLinkInput}
      defaultValues={{ website_id: id, name: '', expires_days: defaults.shareLinkDays }}
      save={async (body, { reset }) => {
        await change((client) => client.shareLinks.create({ body }));
        reset();
      }}
      failure={() => 'Failed to create the link'}
    />
  );
}
