import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Incident, IncidentUpdate } from '@upvigil/core/contract/incidents';
import { incidentMessages, incidentStatusWords } from '@upvigil/core/texts/incidents';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { type Dialogs, useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';
import { incidentQuery } from '../incident-queries.ts';

export type IncidentActions = ReturnType<typeof useIncidentActions>;

/** Actions on incidents without a form. */
export function useIncidentActions() {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => actionsOf(queryClient, dialogs), [queryClient, dialogs]);
}

function actionsOf(queryClient: QueryClient, { notify, confirm }: Dialogs) {
  const readLists = () => queryClient.invalidateQueries({ queryKey: ['incidents', 'list'] });
  const take = async (incident: Incident) => {
    queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident);
    await readLists();
  };
  return {
    /** Stores an incident from a response, and reloads the list. */
    take,
    async publish({ id, title }: Incident) {
      const isAgreed = await confirm({
        title: `Publish "${title}"?`,
        body: 'It becomes visible on the public pages and in the feeds.',
        confirmLabel: 'Publish',
        pendingLabel: 'Publishing...',
        run: async () => take(await (await api()).incidents.publish({ params: { incidentId: id } })),
        failure: (error) => detailOr(error, incidentMessages.saveFailed),
      });
      if (isAgreed) notify(incidentMessages.published);
    },
    /** Resolves with whether the incident was deleted. */
    async remove({ id, title }: Incident) {
      const isAgreed = await confirm(
        deletion('incident', title, {
          body: 'The incident and all its updates will be deleted, including on the public pages. This cannot be undone.',
          run: async () => {
            await (await api()).incidents.remove({ params: { incidentId: id } });
            await readLists();
          },
          failure: (error) => detailOr(error, incidentMessages.deleteFailed),
        }),
      );
      if (isAgreed) notify(incidentMessages.deleted);
      return isAgreed;
    },
    async removeUpdate({ id }: Incident, { id: updateId, status }: IncidentUpdate) {
      const isAgreed = await confirm({
        title: `Delete the update "${incidentStatusWords[status]}"?`,
        body: 'It will also be removed from the public pages. This cannot be undone.',
        confirmLabel: 'Delete update',
        pendingLabel: 'Deleting...',
        isDanger: true,
        run: async () => {
          const { incidents } = await api();
          await incidents.removeUpdate({ params: { incidentId: id, updateId } });
          await take(await incidents.get({ params: { incidentId: id } }));
        },
        failure: (error) => detailOr(error, incidentMessages.deleteFailed),
      });
      if (isAgreed) notify(incidentMessages.updateDeleted);
    },
  };
}
