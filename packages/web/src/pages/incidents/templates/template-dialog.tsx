import { useQueryClient } from '@tanstack/react-query';
import type { IncidentTemplate } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { detailOr } from '../../../failures.ts';
import { bodyField } from '../editor/body-field.tsx';
import { impactAndStatus } from '../editor/incident-fields.tsx';
import { templatesQuery } from '../incident-queries.ts';

type Values = z.input<typeof import('@upvigil/core/contract/incidents').incidentTemplate>;

interface TemplateDialogProps {
  /** The template to edit; null adds one. */
  template: IncidentTemplate | null;
  onClose: () => void;
}

export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  return (
    <FormDialog<Values, IncidentTemplate>
      title={template ? 'Edit Template' : 'Add Template'}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: 'Name', maxLength: limits.channelName.maxLength },
        { kind: 'text', name: 'title', label: 'Title', maxLength: limits.incidentTitle.maxLength },
        impactAndStatus,
        bodyField,
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/incidents')).incidentTemplate}
      defaultValues={template ?? { name: '', title: '', impact: 'minor', status: 'investigating', body: '' }}
      save={async (entered) => {
        const { incidents } = await api();
        // Templates are saved as one list. Loads it first, to keep changes by other users.
        const { templates } = await incidents.getTemplates();
        const body = { templates: withTemplate(templates, template?.name ?? null, entered) };
        queryClient.setQueryData(templatesQuery().queryKey, await incidents.updateTemplates({ body }));
        notify(incidentMessages.templateSaved);
        onClose();
      }}
      failure={(error) => detailOr(error, incidentMessages.templatesFailed)}
    />
  );
}

/** Replaces the template with this name, or adds it at the end. */
function withTemplate(
  templates: readonly IncidentTemplate[],
  name: string | null,
  template: IncidentTemplate,
): IncidentTemplate[] {
  const isKnown = templates.some((one) => one.name === name);
  return isKnown ? templates.map((one) => (one.name === name ? template : one)) : [...templates, template];
}
