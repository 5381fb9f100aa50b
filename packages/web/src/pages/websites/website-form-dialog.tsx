import { useQueryClient } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { automaticOptions } from '../../alerting/automatic-options.ts';
import { api } from '../../api/api.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';

interface WebsiteFormDialogProps {
  /** The website to edit; null adds one. */
  website: Website | null;
  onClose: () => void;
}

export function WebsiteFormDialog({ website, onClose }: WebsiteFormDialogProps) {
  const queryClient = useQueryClient();
  return (
    <FormDialog
      title={website ? 'Edit Website' : 'Add New Website'}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: 'Name', maxLength: limits.name.maxLength },
        { kind: 'textarea', name: 'description', label: 'Description', isOptional: true },
        {
          kind: 'select',
          name: 'automatic_incidents',
          label: 'Automatic incidents',
          options: [{ value: '', label: 'Use the general setting' }, ...automaticOptions],
          hint: 'When it has an outage. The general setting is in Settings, General',
          parse: (text) => text || null,
        },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/websites')).websiteInput}
      defaultValues={{
        name: website?.name ?? '',
        description: website?.description ?? '',
        automatic_incidents: website?.automatic_incidents ?? null,
      }}
      // A new website without a choice uses the general setting, so the field is omitted.
      withoutHidden={(values) => ({
        ...values,
        automatic_incidents: values.automatic_incidents ?? (website ? null : undefined),
      })}
      save={async (body) => {
        const { websites } = await api();
        await (website ? websites.update({ params: { websiteId: website.id }, body }) : websites.create({ body }));
        await queryClient.invalidateQueries({ queryKey: ['websites'] });
        onClose();
      }}
      failure={() => messages.website.saveFailed}
    />
  );
}
