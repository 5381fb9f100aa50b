import type { Incident, IncidentUpdate, IncidentUpdateChange } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { detailOr } from '../../../failures.ts';
import { bodyField } from '../editor/body-field.tsx';
import { statusOptions } from '../editor/incident-fields.tsx';
import { localTimeText, timeOfText } from '../editor/local-time.ts';

interface UpdateDialogProps {
  incident: Incident;
  update: IncidentUpdate;
  onSaved: (incident: Incident) => Promise<void>;
  onClose: () => void;
}

export function UpdateDialog({ incident, update, onSaved, onClose }: UpdateDialogProps) {
  const { notify } = useDialogs();
  return (
    <FormDialog<IncidentUpdateChange, IncidentUpdateChange>
      title="Edit Update"
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'status', label: 'Status', options: statusOptions },
        { kind: 'datetime-local', name: 'display_at', label: 'Time', hint: 'In your time zone' },
        bodyField,
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/incidents')).incidentUpdateChange}
      defaultValues={{ status: update.status, body: update.body, display_at: localTimeText(update.display_at) }}
      withoutHidden={(values) => ({ ...values, display_at: timeOfText(values.display_at ?? '', update.display_at) })}
      save={async (body) => {
        const params = { incidentId: incident.id, updateId: update.id };
        await onSaved(await (await api()).incidents.changeUpdate({ params, body }));
        notify(incidentMessages.changed);
        onClose();
      }}
      failure={(error) => detailOr(error, incidentMessages.updateFailed)}
    />
  );
}
