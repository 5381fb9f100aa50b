import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Incident, IncidentInput } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import type { TemplateFacts } from '@upvigil/core/rules/fill-template';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { detailOr } from '../../../failures.ts';
import { useTargetNames } from '../../../monitors/use-target-names.ts';
import { templatesQuery } from '../incident-queries.ts';
import { bodyField } from './body-field.tsx';
import { affectsField, impactAndStatus } from './incident-fields.tsx';
import { localTimeText, timeOfText } from './local-time.ts';
import { useTemplate } from './use-template.ts';

type Values = z.input<typeof import('@upvigil/core/contract/incidents').incidentInput>;

const nothingYet = {
  title: '',
  impact: 'minor',
  state: 'published',
  website_ids: [],
  monitor_ids: [],
  started_at: '',
  status: 'investigating',
  body: '',
} as const satisfies Values;

/** Name of the submit button that saves a draft. */
const draftButton = 'draft';

export interface ReportPrefill {
  monitorIds: readonly number[];
  title: string;
  /** ISO 8601, or empty. */
  began: string;
}

interface ReportDialogProps {
  prefill: ReportPrefill;
  onSaved: (incident: Incident) => void;
  onClose: () => void;
}

/** Reports an incident, with its first update: as a draft, or for everybody at once. The Enter key makes a draft. */
export function ReportDialog({ prefill, onSaved, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  return (
    <FormDialog<Values, IncidentInput>
      title="Report Incident"
      size="large"
      onClose={onClose}
      verb="Publish"
      buttons={(isSaving) => (
        <Button type="submit" name={draftButton} pending={isSaving} pendingLabel="Saving...">
          Save Draft
        </Button>
      )}
      onSubmit={(event, form) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        form.setValue('state', submitter?.getAttribute('name') === draftButton ? 'draft' : 'published');
      }}
      fields={fields}
      loadSchema={async () => (await import('@upvigil/core/contract/incidents')).incidentInput}
      defaultValues={{
        ...nothingYet,
        title: prefill.title,
        website_ids: [],
        monitor_ids: [...prefill.monitorIds],
        started_at: prefill.began && localTimeText(prefill.began),
      }}
      withoutHidden={(values) => ({
        ...values,
        started_at: timeOfText(values.started_at ?? '', prefill.began || undefined),
      })}
      save={async (body) => {
        const incident = await (await api()).incidents.create({ body });
        await queryClient.invalidateQueries({ queryKey: ['incidents'] });
        notify(body.state === 'draft' ? incidentMessages.draftSaved : incidentMessages.published);
        onSaved(incident);
      }}
      failure={(error) => detailOr(error, incidentMessages.saveFailed)}
    />
  );
}

const fields: readonly FormField<Values>[] = [
  (contractForm) => <TemplateSelect form={contractForm.form} />,
  { kind: 'text', name: 'title', label: 'Title', maxLength: limits.incidentTitle.maxLength },
  impactAndStatus,
  affectsField,
  {
    kind: 'datetime-local',
    name: 'started_at',
    label: 'Began',
    isOptional: true,
    hint: 'In your time zone. Empty means now',
  },
  bodyField,
];

/** Renders nothing without templates. */
function TemplateSelect({ form }: { form: ContractForm<Values>['form'] }) {
  const { data } = useQuery(templatesQuery());
  const [website_ids = [], monitor_ids = [], began = ''] = form.watch(['website_ids', 'monitor_ids', 'started_at']);
  const names = useTargetNames([{ website_ids, monitor_ids }], limits.incidentTargets);
  const facts = factsOf(website_ids.map(names.website), monitor_ids.map(names.monitor), timeOfText(began));
  const use = useTemplate(facts, {
    texts: () => ({ title: form.getValues('title'), body: form.getValues('body') ?? '' }),
    put: (values) => {
      for (const name of ['title', 'body', 'impact', 'status'] as const)
        if (values[name] !== undefined) form.setValue(name, values[name], { shouldDirty: true });
    },
  });
  if (!data || data.templates.length === 0) return null;
  return (
    <Field label="Template" isOptional hint="Fills in the form, with the names affected targets">
      {(attributes) => (
        <select
          className="control w-full"
          {...attributes}
          defaultValue=""
          onChange={({ target }) => use(data.templates.find(({ name }) => name === target.value) ?? null)}
        >
          <option value="">None</option>
          {data.templates.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Values for placeholders of a template. Unknown placeholders stay visible. `began`: ISO 8601; undefined: now. */
const factsOf = (
  websites: readonly string[],
  services: readonly string[],
  began: string | undefined,
): TemplateFacts => {
  const time = began === undefined ? Date.now() : Date.parse(began);
  return {
    website: websites.length === 0 ? '{website}' : websites.join(', '),
    services: services.length === 0 ? ['{services}'] : services,
    started_at: Number.isNaN(time) ? '{started_at}' : `${moment.format(time)} UTC`,
  };
};
