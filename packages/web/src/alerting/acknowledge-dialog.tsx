import { useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { limits } from '@upvigil/core/limits';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { useDialogs } from '../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../components/dialogs/modal-dialog.tsx';
import { Field } from '../components/forms/field.tsx';
import { DialogActions } from '../components/forms/form-frame.tsx';
import { detailOr } from '../failures.ts';
import { refreshAlerts } from './refresh-alerts.ts';

/** Fields of an alert that the form needs. */
export type AcknowledgedAlert = Pick<Alert, 'id' | 'message' | 'acknowledged_at'>;

interface AcknowledgeDialogProps {
  /** At least one; an acknowledged one gets another note. */
  alerts: readonly AcknowledgedAlert[];
  onClose: () => void;
}

/** Acknowledges alerts with an optional note. */
export function AcknowledgeDialog({ alerts, onClose }: AcknowledgeDialogProps) {
  const [note, setNote] = useState('');
  const { isSaving, submit } = useAcknowledging(alerts, note, onClose);
  const [first] = alerts;
  const isNote = first !== undefined && first.acknowledged_at !== null;
  const title = alerts.length > 1 ? `Acknowledge ${alerts.length} alerts` : isNote ? 'Add note' : 'Acknowledge alert';
  return (
    <ModalDialog title={title} size="small" onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
        {alerts.length === 1 ? <p className="wrap-anywhere">{first?.message}</p> : null}
        {isNote ? null : <p className="text-(--muted)">{alertMessages.acknowledge}</p>}
        <Field label="Note" isOptional>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={2}
              className="control w-full"
              maxLength={limits.acknowledgeNote.maxLength}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <DialogActions verb={isNote ? 'Save' : 'Acknowledge'} isSaving={isSaving} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}

function useAcknowledging(alerts: readonly AcknowledgedAlert[], note: string, onClose: () => void) {
  const queryClient = useQueryClient();
  const { alert, notify } = useDialogs();
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    try {
      const count = await acknowledge(alerts, note.trim());
      notify(
        alerts.some(({ acknowledged_at }) => acknowledged_at) ? alertMessages.noted : alertMessages.acknowledged(count),
      );
    } catch (error) {
      await alert(detailOr(error, alertMessages.acknowledgeFailed));
      setSaving(false);
      // The alert may have ended in the meantime.
      return void refreshAlerts(queryClient);
    }
    await refreshAlerts(queryClient);
    onClose();
  };
  return { isSaving, submit };
}

/** Resolves with the number of acknowledged alerts. Others ended or were acknowledged in the meantime. */
async function acknowledge(alerts: readonly AcknowledgedAlert[], note: string): Promise<number> {
  const client = await api();
  const [first] = alerts;
  if (first && alerts.length === 1) {
    await client.alerts.acknowledge({ params: { alertId: first.id }, body: { note } });
    return 1;
  }
  const ids = alerts.map(({ id }) => id);
  let count = 0;
  for (let from = 0; from < ids.length; from += limits.acknowledgedAtOnce) {
    const body = { ids: ids.slice(from, from + limits.acknowledgedAtOnce), note };
    count += (await client.alerts.acknowledgeAll({ body })).acknowledged;
  }
  return count;
}
