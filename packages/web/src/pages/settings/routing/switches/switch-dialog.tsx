import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import type { ChannelSwitches, channelSwitches } from '@upvigil/core/contract/routing';
import { useRef } from 'react';
import type { z } from 'zod';
import { failureText } from '../../../../api/failure-text.ts';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { CheckboxGroup, RadioGroup } from '../../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../../components/forms/use-contract-form.ts';
import { TimeSpans } from '../../../../components/schedule/time-spans.tsx';
import { withSwitches } from '../document.ts';
import { ChangedMeanwhileError, type RoutingChanges, routingFailure } from '../use-routing-changes.ts';

type SwitchForm = ContractForm<z.input<typeof channelSwitches>, ChannelSwitches>;

const typeOptions = alertTypes.map((value) => ({ value, label: value }));
const severityOptions = [
  { value: 'warning', label: 'All' },
  { value: 'critical', label: 'Critical only' },
];

interface SwitchDialogProps {
  of: ChannelRef;
  /** Of the channel. */
  name: string;
  /** Undefined while it takes all. */
  switches: ChannelSwitches | undefined;
  changes: RoutingChanges;
  onClose: () => void;
}

/** Which alerts a channel takes, and when it is not to be disturbed. */
export function SwitchDialog({ of: ref, name, switches, changes, onClose }: SwitchDialogProps) {
  const original = useRef(switches);
  const contractForm: SwitchForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/routing')).channelSwitches,
    defaultValues: switches ?? { alert_types: [], min_severity: 'warning', quiet: [] },
    save: async (entered) => {
      try {
        await changes.save((document) => withSwitches(document, ref, original.current, entered));
      } catch (error) {
        if (error instanceof ChangedMeanwhileError) original.current = changes.current()?.channels[refKey(ref)];
        throw new Error(routingFailure(error), { cause: error });
      }
      onClose();
    },
    failure: failureText,
  });
  const { form, field } = contractForm;
  const [types = [], quiet = []] = form.watch(['alert_types', 'quiet']);
  return (
    <FormDialog contractForm={contractForm} title={`What ${name} takes`} onClose={onClose}>
      <CheckboxGroup
        legend="Alert types"
        hint="None chosen: all"
        options={typeOptions}
        chosen={types}
        onChange={(chosen) => form.setValue('alert_types', chosen, { shouldDirty: true })}
      />
      <RadioGroup legend="Severity" options={severityOptions} registration={field('min_severity').registration} />
      <TimeSpans
        legend="Quiet hours; what lasts is told at their end"
        spans={quiet}
        onChange={(spans) => form.setValue('quiet', spans, { shouldDirty: true })}
      />
    </FormDialog>
  );
}
