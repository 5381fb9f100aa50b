import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IncidentTemplate } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { ListItem, LoadedList } from '../../../components/lists/editable-list.tsx';
import { DeleteAction, EditAction } from '../../../components/rows/row-actions.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { detailOr } from '../../../failures.ts';
import { templatesQuery } from '../incident-queries.ts';
import { TemplateDialog } from './template-dialog.tsx';

/** Templates for incidents, up to the limit. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...templatesQuery(), select: ({ templates }) => templates });
  const { data: templates } = query;
  const [edited, setEdited] = useState<IncidentTemplate | null | undefined>(undefined);
  const isFull = (templates?.length ?? 0) >= limits.incidentTemplates;
  return (
    <ModalDialog title="Templates" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-(--muted)">
          Titles and texts can contain the placeholders {'{website}'}, {'{services}'} and {'{started_at}'}.
        </p>
        <LoadedList
          query={query}
          loadFailed={incidentMessages.loadTemplatesFailed}
          loading={<Spinner />}
          empty={<EmptyState title="No templates yet" />}
          className=""
        >
          {(template) => <TemplateItem key={template.name} template={template} onEdit={() => setEdited(template)} />}
        </LoadedList>
        {templates ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={<Plus aria-hidden="true" size={14} />} disabled={isFull} onClick={() => setEdited(null)}>
              Add Template
            </Button>
            {isFull ? <span className="text-xs text-(--muted)">{`At most ${limits.incidentTemplates}`}</span> : null}
          </div>
        ) : null}
        {edited === undefined ? null : <TemplateDialog template={edited} onClose={() => setEdited(undefined)} />}
      </div>
    </ModalDialog>
  );
}

function TemplateItem({ template: { name, title }, onEdit }: { template: IncidentTemplate; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { confirm, notify } = useDialogs();
  const remove = async () => {
    const isAgreed = await confirm(
      deletion('template', name, {
        body: 'Existing incidents do not change. This cannot be undone.',
        run: async () => {
          const { incidents } = await api();
          const { templates } = await incidents.getTemplates();
          const body = { templates: templates.filter((one) => one.name !== name) };
          queryClient.setQueryData(templatesQuery().queryKey, await incidents.updateTemplates({ body }));
        },
        failure: (error) => detailOr(error, incidentMessages.templatesFailed),
      }),
    );
    if (isAgreed) notify(incidentMessages.templateDeleted);
  };
  return (
    <ListItem
      name={name}
      actions={
        <>
          <EditAction of={name} onClick={onEdit} />
          <DeleteAction of={name} onClick={() => void remove()} />
        </>
      }
    >
      <p className="wrap-anywhere text-(--muted)">{title}</p>
    </ListItem>
  );
}
