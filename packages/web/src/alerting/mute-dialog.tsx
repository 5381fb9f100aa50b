import { limits } from '@upvigil/core/limits';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { hourMs } from '@upvigil/core/time';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { ModalDialog } from '../components/dialogs/modal-dialog.tsx';
import { Field } from '../components/forms/field.tsx';
import { DialogActions } from '../components/forms/form-frame.tsx';
import { type Muted, useMuting } from './use-muting.ts';

const lengths = [
  { hours: 1, label: '1 hour' },
  { hours: 4, label: '4 hours' },
  { hours: 24, label: '1 day' },
  { hours: 24 * 7, label: '1 week' },
  { hours: 24 * limits.silenceDays, label: `${limits.silenceDays} days` },
] as const;

interface MuteDialogProps {
  target: Muted;
  name: string;
  onClose: () => void;
}

/** Dialog for the duration of a mute. */
export function MuteDialog({ target, name, onClose }: MuteDialogProps) {
  const { mute } = useMuting();
  const [hours, setHours] = useState<number>(lengths[0].hours);
  const [reason, setReason] = useState('');
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    if (await mute(target, hours * hourMs, reason.trim())) onClose();
    else setSaving(false);
  };
  return (
    <ModalDialog title={`Mute ${name}`} size="small" onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <p className="text-(--muted)">
          {mutingMessages.about} {mutingMessages.ofWork}{' '}
          <Link to={`/alerts/maintenance?start${'website_id' in target ? `=${target.website_id}` : ''}`}>
            Start Maintenance
          </Link>
        </p>
        <Field label="For">
          {(attributes) => (
            <select
              className="control w-full"
              {...attributes}
              value={hours}
              onChange={({ target: { value } }) => setHours(Number(value))}
            >
              {lengths.map((length) => (
                <option key={length.hours} value={length.hours}>
                  {length.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Reason" isOptional>
          {(attributes) => (
            <input
              className="control w-full"
              maxLength={limits.silenceReason.maxLength}
              {...attributes}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          )}
        </Field>
        <DialogActions verb="Mute" isSaving={isSaving} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}
