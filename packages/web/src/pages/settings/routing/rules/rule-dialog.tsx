import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import type { Policy, Route, routeSchema } from '@upvigil/core/contract/routing';
import { useRef } from 'react';
import type { z } from 'zod';
import { TargetPicker } from '../../../../alerting/targets/target-picker.tsx';
import { failureText } from '../../../../api/failure-text.ts';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../../../components/forms/inputs.tsx';
import { CheckboxGroup } from '../../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../../components/forms/use-contract-form.ts';
import { TimeSpans } from '../../../../components/schedule/time-spans.tsx';
import { withRoute } from '../document.ts';
import { ChangedMeanwhileError, type RoutingChanges, routingFailure } from '../use-routing-changes.ts';

type RuleForm = ContractForm<z.input<typeof routeSchema>, Route>;

const emptyRule: Route = {
  name: '',
  website_ids: [],
  monitor_ids: [],
  alert_types: [],
  severities: [],
  when: [],
  policy_id: null,
};
const typeOptions = alertTypes.map((value) => ({ value, label: value }));
const severityOptions = [...severities].reverse().map((value) => ({ value, label: value }));

interface RuleDialogProps {
  /** The rule to change; null adds one. */
  rule: Route | null;
  policies: readonly Policy[];
  changes: RoutingChanges;
  onClose: () => void;
}

/** A rule: which alerts, on what, when, and which policy tells them. */
export function RuleDialog({ rule, policies, changes, onClose }: RuleDialogProps) {
  const original = useRef(rule);
  const contractForm: RuleForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/routing')).routeSchema,
    defaultValues: rule ?? { ...emptyRule, policy_id: policies[0]?.id ?? null },
    save: async (entered) => {
      try {
        await changes.save((document) => withRoute(document, original.current, entered));
      } catch (error) {
        if (error instanceof ChangedMeanwhileError) original.current = null;
        throw new Error(routingFailure(error), { cause: error });
      }
      onClose();
    },
    failure: failureText,
  });
  const { field } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={rule ? 'Edit Rule' : 'Add Rule'} onClose={onClose}>
      <TextField label="Name" {...field('name')} />
      <RuleFields contractForm={contractForm} policies={policies} />
    </FormDialog>
  );
}

function RuleFields({ contractForm: { form }, policies }: { contractForm: RuleForm; policies: readonly Policy[] }) {
  const [types = [], ofSeverities = [], when = []] = form.watch(['alert_types', 'severities', 'when']);
  const [website_ids = [], monitor_ids = []] = form.watch(['website_ids', 'monitor_ids']);
  const set: typeof form.setValue = (name, value) => form.setValue(name, value, { shouldDirty: true });
  const policyOptions = [
    ...policies.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: '', label: 'Nobody is told' },
  ];
  const toId = (text: unknown) => (text === '' || text === null ? null : Number(text));
  return (
    <>
      <CheckboxGroup
        legend="Alert types"
        hint="None chosen: all"
        options={typeOptions}
        chosen={types}
        onChange={(chosen) => set('alert_types', chosen)}
      />
      <CheckboxGroup
        legend="Severity"
        hint="None chosen: both"
        options={severityOptions}
        chosen={ofSeverities}
        onChange={(chosen) => set('severities', chosen)}
      />
      <TargetPicker
        {...{ website_ids, monitor_ids }}
        legend="On"
        none="All websites and monitors"
        add="Add to the rule"
        onChange={(targets) => {
          set('website_ids', targets.website_ids);
          set('monitor_ids', targets.monitor_ids);
        }}
      />
      <TimeSpans legend="When; without a time always" spans={when} onChange={(spans) => set('when', spans)} />
      <SelectField
        label="Goes to"
        options={policyOptions}
        registration={form.register('policy_id', { setValueAs: toId })}
        error={form.formState.errors.policy_id?.message}
      />
    </>
  );
}
