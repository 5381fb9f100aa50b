import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import type { Policy, Route, routeSchema } from '@upvigil/core/contract/routing';
import { useRef } from 'react';
import type { z } from 'zod';
import { targetsField } from '../../../../alerting/targets/target-picker.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../../components/forms/form-field.ts';
import { timeSpansField } from '../../../../components/forms/time-spans.tsx';
import { failureText } from '../../../../failures.ts';
import { tagsField } from '../../../../monitors/monitor-fields.tsx';
import { withRoute } from '../document.ts';
import { type RoutingChanges, saveFormPart } from '../use-routing-changes.ts';

type Values = z.input<typeof routeSchema>;

const emptyRule: Route = {
  name: '',
  website_ids: [],
  monitor_ids: [],
  tags: [],
  alert_types: [],
  severities: [],
  when: [],
  policy_id: null,
};
const typeOptions = alertTypes.map((value) => ({ value, label: value }));
const severityOptions = [...severities].reverse().map((value) => ({ value, label: value }));

const fields: readonly FormField<Values>[] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'choices', name: 'alert_types', label: 'Alert types', hint: 'None selected: all', options: typeOptions },
  { kind: 'choices', name: 'severities', label: 'Severity', hint: 'None selected: both', options: severityOptions },
  targetsField({ legend: 'On', none: 'All websites and monitors', emptyMeansAll: true }),
  tagsField<Values>({ hint: 'Monitors with any of them. env: stands for all that begin with it. None: all monitors' }),
  timeSpansField('when', 'When (without a time: always)'),
];

interface RuleDialogProps {
  /** The rule to edit; null adds one. */
  rule: Route | null;
  policies: readonly Policy[];
  changes: RoutingChanges;
  onClose: () => void;
}

/** Form of a rule: alerts, targets, times and policy. */
export function RuleDialog({ rule, policies, changes, onClose }: RuleDialogProps) {
  const original = useRef(rule);
  const policyOptions = [
    ...policies.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: '', label: 'Nobody is notified' },
  ];
  return (
    <FormDialog<Values, Route>
      title={rule ? 'Edit Rule' : 'Add Rule'}
      onClose={onClose}
      fields={[
        ...fields,
        {
          kind: 'select',
          name: 'policy_id',
          label: 'Goes to',
          options: policyOptions,
          parse: (text) => (text === '' || text === null ? null : Number(text)),
        },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/routing')).routeSchema}
      defaultValues={rule ?? { ...emptyRule, policy_id: policies[0]?.id ?? null }}
      save={async (entered) => {
        await saveFormPart(
          changes,
          (document) => withRoute(document, original.current, entered),
          () => {
            original.current = null;
          },
        );
        onClose();
      }}
      failure={failureText}
    />
  );
}
