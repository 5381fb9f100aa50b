import type { Incident, IncidentChange } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { detailOr } from '../../../failures.ts';
import { affectsField, impactOptions } from '../editor/incident-fields.tsx';
import { localTimeText, timeOfText } from '../editor/local-time.ts';

interface EditDialogProps {
  incident: Incident;
  onSaved: (incident: Incident) => Promise<void>;
  onClose: () => void;
}

/** Changes an incident, except its updates. */
export function EditDialog({ incident, onSaved, onClose }: EditDialogProps) {
  const { notify } = useDialogs();
  const { title, impact, started_at } = incident;
  return (
    <FormDialog<IncidentChange, IncidentChange>
      title="Edit Incident"
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'title', label: 'Title', maxLength: limits.incidentTitle.maxLength },
        { kind: 'select', name: 'impact', label: 'Impact', options: impactOptions },
        affectsField,
        { kind: 'datetime-local', name: 'started_at', label: 'Began', hint: 'In your time zone' },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/incidents')).incidentChange}
      defaultValues={{
        title,
        impact,
        started_at: localTimeText(started_at),
        website_ids: [...incident.website_ids],
        monitor_ids: [...incident.monitor_ids],
      }}
      withoutHidden={(values) => ({ ...values, started_at: timeOfText(values.started_at ?? '', started_at) })}
      save={async (body) => {
        const saved = await (await api()).incidents.update({ params: { incidentId: incident.id }, body });
        await onSaved(saved);
        notify(incidentMessages.saved);
        onClose();
      }}
      failure={(error) => detailOr(error, incidentMessages.saveFailed)}
    />
  );
}
