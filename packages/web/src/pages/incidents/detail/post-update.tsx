import type { Incident, IncidentUpdateInput } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages, incidentSentences } from '@upvigil/core/texts/incidents';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { faultyFields } from '../../../components/forms/field-faults.ts';
import { FormNotes } from '../../../components/forms/form-frame.tsx';
import { SelectField } from '../../../components/forms/inputs.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';
import { BodyField } from '../editor/body-field.tsx';
import { statusOptions } from '../editor/choices.ts';
import { timeOfText } from '../editor/local-time.ts';
import { TimeField } from '../editor/time-field.tsx';

type Values = z.input<typeof import('@upvigil/core/contract/incidents').incidentUpdateInput>;

interface PostUpdateProps {
  incident: Incident;
  onPosted: (incident: Incident) => Promise<void>;
}

const valuesOf = ({ updates }: Incident): Values => ({
  status: updates[0]?.status ?? 'investigating',
  body: '',
  display_at: '',
});

/** The next update: how far it is now, and what to say of it. */
export function PostUpdate({ incident, onPosted }: PostUpdateProps) {
  const { notify } = useDialogs();
  const { form, field, onSubmit, isSaving, refusal } = useContractForm<Values, IncidentUpdateInput>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentUpdateInput,
    defaultValues: valuesOf(incident),
    withoutHidden: (values) => ({ ...values, display_at: timeOfText(values.display_at ?? '') }),
    save: async (body, { reset }) => {
      const answer = await (await api()).incidents.addUpdate({ params: { incidentId: incident.id }, body });
      await onPosted(answer);
      reset(valuesOf(answer));
      notify(incidentMessages.posted);
    },
    failure: (error) => detailOr(error, incidentMessages.updateFailed),
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  useUnsavedChanges(isDirty);
  const status = form.watch('status');
  const reopens = incident.resolved_at !== null && status !== 'resolved' && status !== 'postmortem';
  const isFull = incident.updates.length >= limits.incidentUpdates;
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
      <h2>New update</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          options={statusOptions}
          hint={reopens ? incidentMessages.reopens : undefined}
          {...field('status')}
        />
        <TimeField label="Time" isOptional hint="In your time zone; empty: now" {...field('display_at')} />
      </div>
      <BodyField body={form.watch('body') ?? ''} {...field('body')} />
      <FormNotes refusal={refusal} errorCount={faultyFields(errors).length} isSubmitted={isSubmitted} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" pending={isSaving} pendingLabel="Posting..." disabled={isFull}>
          Post Update
        </Button>
        {isFull ? <p className="text-(--muted)">{incidentSentences.tooManyUpdates}</p> : null}
      </div>
    </form>
  );
}
