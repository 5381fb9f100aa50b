import type { Incident, IncidentUpdateInput } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages, incidentSentences } from '@upvigil/core/texts/incidents';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { FormNotes } from '../../../components/forms/form-frame.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { detailOr } from '../../../failures.ts';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';
import { bodyField } from '../editor/body-field.tsx';
import { statusOptions } from '../editor/incident-fields.tsx';
import { timeOfText } from '../editor/local-time.ts';

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

const fieldsOf = ({ resolved_at }: Incident): readonly FormField<Values>[] => [
  {
    kind: 'row',
    fields: [
      {
        kind: 'select',
        name: 'status',
        label: 'Status',
        options: statusOptions,
        hint: ({ status }) =>
          resolved_at !== null && status !== 'resolved' && status !== 'postmortem'
            ? incidentMessages.reopens
            : undefined,
      },
      {
        kind: 'datetime-local',
        name: 'display_at',
        label: 'Time',
        isOptional: true,
        hint: 'In your time zone. Empty means now',
      },
    ],
  },
  bodyField,
];

async function loadUpdateSchema({ updates }: Incident) {
  const [{ incidentUpdateInput }, { emptyUpdateProblem }] = await Promise.all([
    import('@upvigil/core/contract/incidents'),
    import('@upvigil/core/rules/incident-updates'),
  ]);
  const placed = updates.map((update) => ({ ...update, display_at: Date.parse(update.display_at) }));
  return incidentUpdateInput.superRefine(({ status, body, display_at }, context) => {
    const time = display_at === undefined ? Date.now() : Date.parse(display_at);
    const message = emptyUpdateProblem({ status, body, display_at: time }, placed);
    if (message !== null) context.addIssue({ code: 'custom', path: ['body'], message });
  });
}

/** Form for the next update: status and text. */
export function PostUpdate({ incident, onPosted }: PostUpdateProps) {
  const { notify } = useDialogs();
  const contractForm = useContractForm<Values, IncidentUpdateInput>({
    loadSchema: () => loadUpdateSchema(incident),
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
  useUnsavedChanges(contractForm.form.formState.isDirty);
  const isFull = incident.updates.length >= limits.incidentUpdates;
  return (
    <form
      className="card grid grid-cols-[minmax(0,1fr)] gap-4"
      noValidate
      onSubmit={(event) => void contractForm.onSubmit(event)}
    >
      <h2>New update</h2>
      <FormFields contractForm={contractForm} fields={fieldsOf(incident)} />
      <FormNotes contractForm={contractForm} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          kind="primary"
          pending={contractForm.isSaving}
          pendingLabel="Posting..."
          disabled={isFull}
        >
          Post Update
        </Button>
        {isFull ? <p className="text-(--muted)">{incidentSentences.tooManyUpdates}</p> : null}
      </div>
    </form>
  );
}
