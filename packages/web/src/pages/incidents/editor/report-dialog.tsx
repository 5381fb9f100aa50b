import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Incident, IncidentInput } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { TargetPicker } from '../../../alerting/targets/target-picker.tsx';
import { useTargetNames } from '../../../alerting/targets/use-target-names.ts';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../../components/forms/inputs.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { templatesQuery } from '../incident-queries.ts';
import { BodyField } from './body-field.tsx';
import { impactOptions, statusOptions } from './choices.ts';
import { timeOfText } from './local-time.ts';
import { factsOf } from './template-facts.ts';
import { TimeField } from './time-field.tsx';
import { useTemplate } from './use-template.ts';

type Values = z.input<typeof import('@upvigil/core/contract/incidents').incidentInput>;
type ReportForm = ContractForm<Values, IncidentInput>;

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

/** The name of the button that keeps it to signed-in people. */
const draftButton = 'draft';

interface ReportDialogProps {
  onSaved: (incident: Incident) => void;
  onClose: () => void;
}

/** Reports an incident, with its first update: as a draft, or for everybody at once. The Enter key makes a draft. */
export function ReportDialog({ onSaved, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm: ReportForm = useContractForm<Values, IncidentInput>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentInput,
    defaultValues: { ...nothingYet, website_ids: [], monitor_ids: [] },
    withoutHidden: (values) => ({ ...values, started_at: timeOfText(values.started_at ?? '') }),
    save: async (body) => {
      const incident = await (await api()).incidents.create({ body });
      await queryClient.invalidateQueries({ queryKey: ['incidents'] });
      notify(body.state === 'draft' ? incidentMessages.draftSaved : incidentMessages.published);
      onSaved(incident);
    },
    failure: (error) => detailOr(error, incidentMessages.saveFailed),
  });
  const { form, onSubmit, isSaving } = contractForm;
  const submit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    form.setValue('state', submitter?.getAttribute('name') === draftButton ? 'draft' : 'published');
    void onSubmit(event);
  };
  return (
    <FormDialog
      contractForm={contractForm}
      title="Report Incident"
      size="large"
      onSubmit={submit}
      onClose={onClose}
      verb="Publish"
      buttons={
        <Button type="submit" name={draftButton} pending={isSaving} pendingLabel="Saving...">
          Save Draft
        </Button>
      }
    >
      <ReportFields contractForm={contractForm} />
    </FormDialog>
  );
}

function ReportFields({ contractForm }: { contractForm: ReportForm }) {
  const { form, field } = contractForm;
  const [website_ids = [], monitor_ids = [], body = ''] = form.watch(['website_ids', 'monitor_ids', 'body']);
  const { errors } = form.formState;
  return (
    <>
      <TemplateSelect contractForm={contractForm} />
      <TextField label="Title" maxLength={limits.incidentTitle.maxLength} {...field('title')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Impact" options={impactOptions} {...field('impact')} />
        <SelectField label="Status" options={statusOptions} {...field('status')} />
      </div>
      <TargetPicker
        legend="Affects"
        none="Nothing named"
        add="Add to the incident"
        {...{ website_ids, monitor_ids }}
        error={errors.website_ids?.message ?? errors.monitor_ids?.message}
        onChange={(targets) => {
          form.setValue('website_ids', targets.website_ids, { shouldDirty: true });
          form.setValue('monitor_ids', targets.monitor_ids, { shouldDirty: true });
        }}
      />
      <TimeField label="Began" isOptional hint="In your time zone; empty: now" {...field('started_at')} />
      <BodyField body={body} {...field('body')} />
    </>
  );
}

/** What was prepared for such a case. Nothing is shown while there is none. */
function TemplateSelect({ contractForm: { form } }: { contractForm: ReportForm }) {
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
    <Field label="Template" isOptional hint="Fills in the form, with the names of what is affected">
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
