import { useQueryClient } from '@tanstack/react-query';
import type { IncidentTemplate } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../../components/forms/inputs.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { BodyField } from '../editor/body-field.tsx';
import { impactOptions, statusOptions } from '../editor/choices.ts';
import { templatesQuery } from '../incident-queries.ts';
import { withTemplate } from './with-template.ts';

type Values = z.input<typeof import('@upvigil/core/contract/incidents').incidentTemplate>;

interface TemplateDialogProps {
  /** The template to change; null adds one. */
  template: IncidentTemplate | null;
  onClose: () => void;
}

/** What an incident of some kind begins with. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm = useContractForm<Values, IncidentTemplate>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentTemplate,
    defaultValues: template ?? { name: '', title: '', impact: 'minor', status: 'investigating', body: '' },
    save: async (entered) => {
      const { incidents } = await api();
      // They are kept whole: what somebody else changed meanwhile stays.
      const { templates } = await incidents.getTemplates();
      const body = { templates: withTemplate(templates, template?.name ?? null, entered) };
      queryClient.setQueryData(templatesQuery().queryKey, await incidents.updateTemplates({ body }));
      notify(incidentMessages.templateSaved);
      onClose();
    },
    failure: (error) => detailOr(error, incidentMessages.templatesFailed),
  });
  const { form, field } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={template ? 'Edit Template' : 'Add Template'} onClose={onClose}>
      <TextField label="Name" maxLength={limits.channelName.maxLength} {...field('name')} />
      <TextField label="Title" maxLength={limits.incidentTitle.maxLength} {...field('title')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Impact" options={impactOptions} {...field('impact')} />
        <SelectField label="Status" options={statusOptions} {...field('status')} />
      </div>
      <BodyField body={form.watch('body') ?? ''} {...field('body')} />
    </FormDialog>
  );
}
