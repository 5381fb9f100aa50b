import { useQueryClient } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { automaticOptions } from '../../alerting/automatic-options.ts';
import { api } from '../../api/api.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { SelectField, TextArea, TextField } from '../../components/forms/inputs.tsx';
import { useContractForm } from '../../components/forms/use-contract-form.ts';

interface WebsiteFormDialogProps {
  /** The website to change; null adds a new one. */
  website: Website | null;
  onClose: () => void;
}

/** Name and description of a new or an existing website. */
export function WebsiteFormDialog({ website, onClose }: WebsiteFormDialogProps) {
  const queryClient = useQueryClient();
  const contractForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/websites')).websiteInput,
    defaultValues: {
      name: website?.name ?? '',
      description: website?.description ?? '',
      automatic_incidents: website?.automatic_incidents ?? null,
    },
    // A new website does as the setting says, which need not be said.
    withoutHidden: (values) => ({
      ...values,
      automatic_incidents: values.automatic_incidents ?? (website ? null : undefined),
    }),
    save: async (body) => {
      const { websites } = await api();
      await (website ? websites.update({ params: { websiteId: website.id }, body }) : websites.create({ body }));
      await queryClient.invalidateQueries({ queryKey: ['websites'] });
      onClose();
    },
    failure: () => messages.website.saveFailed,
  });
  const { field, nullableField } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={website ? 'Edit Website' : 'Add New Website'} onClose={onClose}>
      <TextField label="Name" {...field('name')} maxLength={limits.name.maxLength} />
      <TextArea label="Description" isOptional {...field('description')} />
      <SelectField
        label="Automatic incidents"
        options={[{ value: '', label: 'As the setting' }, ...automaticOptions]}
        hint="When it has an outage; the setting is that of Settings, General"
        {...nullableField('automatic_incidents')}
      />
    </FormDialog>
  );
}
