import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import type { ChannelSwitches, channelSwitches } from '@upvigil/core/contract/routing';
import { useRef } from 'react';
import type { z } from 'zod';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../../components/forms/form-field.ts';
import { timeSpansField } from '../../../../components/forms/time-spans.tsx';
import { failureText } from '../../../../failures.ts';
import { withSwitches } from '../document.ts';
import { type RoutingChanges, saveFormPart } from '../use-routing-changes.ts';

type Values = z.input<typeof channelSwitches>;

const fields: readonly FormField<Values>[] = [
  {
    kind: 'choices',
    name: 'alert_types',
    label: 'Alert types',
    hint: 'None selected: all',
    options: alertTypes.map((value) => ({ value, label: value })),
  },
  {
    kind: 'radio',
    name: 'min_severity',
    label: 'Severity',
    options: [
      { value: 'warning', label: 'All' },
      { value: 'critical', label: 'Critical only' },
    ],
  },
  timeSpansField('quiet', 'Quiet hours; open problems are sent afterwards'),
];

interface SwitchDialogProps {
  of: ChannelRef;
  /** Name of the channel. */
  name: string;
  /** Undefined if the channel accepts all alerts. */
  switches: ChannelSwitches | undefined;
  changes: RoutingChanges;
  onClose: () => void;
}

/** Form for the alerts that a channel accepts, and its quiet hours. */
export function SwitchDialog({ of: ref, name, switches, changes, onClose }: SwitchDialogProps) {
  const original = useRef(switches);
  return (
    <FormDialog<Values, ChannelSwitches>
      title={`Alerts for ${name}`}
      onClose={onClose}
      fields={fields}
      loadSchema={async () => (await import('@upvigil/core/contract/routing')).channelSwitches}
      defaultValues={switches ?? { alert_types: [], min_severity: 'warning', quiet: [] }}
      save={async (entered) => {
        await saveFormPart(
          changes,
          (document) => withSwitches(document, ref, original.current, entered),
          () => {
            original.current = changes.current()?.channels[refKey(ref)];
          },
        );
        onClose();
      }}
      failure={failureText}
    />
  );
}
