import { useQuery } from '@tanstack/react-query';
import { defaultNetworkOptions } from '@upvigil/core/contract/check-options/default-options';
import type { Command, CommandParameter } from '@upvigil/core/contract/commands';
import { kindGroups } from '@upvigil/core/contract/monitor-kinds/kind';
import {
  type AnyNetworkKind,
  type NetworkMonitorType,
  networkMonitorKinds,
  networkMonitorTypes,
} from '@upvigil/core/contract/monitor-kinds/registry';
import type { NetworkMonitor, NetworkMonitorInput } from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { optionsSummary } from '@upvigil/core/texts/check-options';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { api } from '../../../api/api.ts';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { useAddAnother } from '../../../components/forms/use-add-another.tsx';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { testOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { detailOr } from '../../../failures.ts';
import {
  checkIntervalField,
  checkValues,
  commonSummary,
  failureThresholdField,
  groupingFields,
  recoveryThresholdField,
  severityField,
  severityWords,
} from '../../../monitors/monitor-fields.tsx';
import { certificateAlertsField, ipFamilyField } from '../advanced/connection-fields.ts';
import { LostSecretsNote } from '../advanced/warning-note.tsx';
import { FormPreview } from '../preview/form-preview.tsx';
import { failuresBeforeAlert, type Plan } from '../preview/preview-sentences.ts';
import { type MonitorFormInput, optionFields, optionsOf, optionValues } from './option-form.ts';

const types = kindGroups.flatMap((group) =>
  networkMonitorTypes
    .filter((type) => networkMonitorKinds[type].group === group)
    .map((type) => ({ value: type, label: networkMonitorKinds[type].label, group })),
);
/** Without commands there is no such type. */
const typesWith = (commands: readonly Command[], monitor: NetworkMonitor | null) =>
  commands.length > 0 || monitor?.monitor_type === 'COMMAND' ? types : types.filter(({ value }) => value !== 'COMMAND');
const initial = defaults.networkMonitor;

const valuesOf = (monitor: NetworkMonitor | null) => ({
  name: monitor?.name ?? '',
  monitor_type: monitor?.monitor_type ?? initial.monitor_type,
  host: monitor?.host ?? '',
  port: monitor?.port ?? null,
  packet_loss_threshold: monitor?.packet_loss_threshold ?? initial.packet_loss_threshold,
  expected_response: monitor?.expected_response ?? '',
  description: monitor?.description ?? '',
  ...checkValues(monitor, initial),
  ip_family: (monitor ?? defaultNetworkOptions).ip_family,
  cert_alerts: (monitor ?? defaultNetworkOptions).cert_alerts,
  options: optionValues(monitor),
});
/** A copy has another name. */
const copyOf = (copied: NetworkMonitor | null) => valuesOf(copied && { ...copied, name: `${copied.name} (copy)` });
type Values = MonitorFormInput;
type MonitorForm = ContractForm<Values>['form'];

interface MonitorFormDialogProps {
  /** The monitor to edit; null adds one. */
  monitor: NetworkMonitor | null;
  /** The monitor whose values fill the form of a new one. */
  copied: NetworkMonitor | null;
  save: (input: NetworkMonitorInput) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a network monitor with a preview. The fields depend on its type. */
export function MonitorFormDialog({ monitor, copied, save, onClose }: MonitorFormDialogProps) {
  const { data: commands = noCommands } = useQuery(queries.commands());
  /** Has the stored values of masked secrets. */
  const source = monitor ?? copied;
  const another = useAddAnother<Values, NetworkMonitorInput>({
    isNew: source === null,
    save,
    onClose,
    next: (values) => ({ ...values, name: '', host: '', description: '' }),
    firstField: 'name',
    nameOf: ({ name }) => name,
  });
  return (
    <FormDialog<Values, NetworkMonitorInput>
      title={monitor ? 'Edit Monitor' : copied ? 'Duplicate Monitor' : 'Add Monitor'}
      size="large"
      onClose={onClose}
      fields={[
        (contractForm) => {
          const values = contractForm.form.watch();
          return (
            <FormPreview plan={planOf(values)} toggle={kindOf(values).slackToggle}>
              <FormFields contractForm={contractForm} fields={fieldsOf(values, source, commands)} />
            </FormPreview>
          );
        },
      ]}
      buttons={() => another.box}
      loadSchema={async () => (await import('@upvigil/core/contract/network-monitors')).networkMonitorForm(source)}
      defaultValues={monitor ? valuesOf(monitor) : copyOf(copied)}
      withoutHidden={(values) => withoutHidden(values, commands)}
      save={another.save}
      failure={(error) => detailOr(error, networkMonitorMessages.saveFailed)}
    />
  );
}

/** Removes values of fields that the selected type does not have. */
function withoutHidden(values: Values, commands: readonly Command[]): Values {
  const kind = kindOf(values);
  return {
    ...values,
    host: hasParameter('host', values, commands) ? values.host : '',
    port: hasParameter('port', values, commands) ? values.port : null,
    expected_response: kind.hasExpectedResponse ? values.expected_response : null,
    options: optionsOf(kind.type, values.options),
  };
}

/** Whether the type, or its command, has a host or a port. A command that the server lacks keeps what the monitor has. */
function hasParameter(parameter: CommandParameter, values: Values, commands: readonly Command[]): boolean {
  const kind = kindOf(values);
  if (kind.type !== 'COMMAND') return parameter === 'host' || kind.port !== 'none';
  const name = values.options?.command;
  const chosen = commands.find((each) => each.name === name);
  return chosen?.parameters.includes(parameter) ?? (Boolean(name) && Boolean(values[parameter]));
}

const noCommands: readonly Command[] = [];

const kindOf = ({ monitor_type }: Values) => networkMonitorKinds[monitor_type ?? initial.monitor_type];

/** Preview of the values that apply to the type. */
function planOf(values: Values): Plan {
  const { expected_response, packet_loss_threshold, ...rest } = values;
  const kind = kindOf(values);
  return {
    ...rest,
    ...(kind.hasExpectedResponse ? { expected_response } : {}),
    ...(kind.hasPacketLossThreshold ? { packet_loss_threshold } : {}),
  };
}

/** Proposes the first usual port of the type, unless the user typed another one, and drops a security it lacks. */
function fitToType(form: MonitorForm): void {
  const { ports: [usual] = [], port: rule, securities }: AnyNetworkKind = kindOf(form.getValues());
  const security = form.getValues('options.security');
  if (security && securities?.includes(security) === false) form.setValue('options.security', null);
  const port = form.getValues('port') ?? null;
  const isProposed = port === null || networkMonitorTypes.some((type) => portsOf(type)[0] === port);
  if (rule === 'none') form.setValue('port', null, { shouldDirty: true });
  else if (isProposed && usual) form.setValue('port', usual.port, { shouldDirty: true });
  form.clearErrors(['port', 'options']);
}

const portsOf = (type: NetworkMonitorType): number[] => (networkMonitorKinds[type].ports ?? []).map(({ port }) => port);

const fieldsOf = (
  values: Values,
  monitor: NetworkMonitor | null,
  commands: readonly Command[],
): readonly FormField<Values>[] => [
  {
    kind: 'row',
    fields: [
      { kind: 'text', name: 'name', label: 'Name' },
      { kind: 'switch', name: 'enabled', label: 'Enabled' },
    ],
  },
  {
    kind: 'select',
    name: 'monitor_type',
    label: 'Type',
    options: typesWith(commands, monitor),
    onChange: fitToType,
    hint: [kindOf(values).summary, kindOf(values).note].filter(Boolean).join(' '),
  },
  () => (monitor?.secrets_missing ? <LostSecretsNote /> : null),
  {
    kind: 'row',
    fields: [...targetFields(values, commands), ...optionFields(values, kindOf(values), false, commands)],
  },
  { kind: 'row', fields: checkFields(kindOf(values)) },
  {
    kind: 'row',
    fields: [
      { kind: 'textarea', name: 'description', label: 'Description', isOptional: true, rows: 2 },
      ({ form }) => <ConnectionTest form={form} monitor={monitor} commands={commands} />,
    ],
  },
  {
    kind: 'advanced',
    summary: ({ failure_threshold, severity, options, ...rest }) =>
      [
        failuresBeforeAlert(failure_threshold),
        severityWords(severity),
        ...commonSummary(rest),
        ...optionsSummary({ ...rest, request: tlsOf(options) }),
      ]
        .filter(Boolean)
        .join(', '),
    holds: `Thresholds, severity, tags, parent, IP family, certificate alerts${'tls_verify' in kindOf(values).options ? ', TLS' : ''}`,
    fields: [
      failureThresholdField,
      recoveryThresholdField,
      severityField,
      ipFamilyField,
      certificateAlertsField,
      ...groupingFields<Values>(monitor?.id ?? null),
      ...optionFields(values, kindOf(values), true),
    ],
  },
];

const targetFields = (values: Values, commands: readonly Command[]): readonly FormField<Values>[] => [
  {
    kind: 'text',
    name: 'host',
    label: 'Host',
    placeholder: 'db.example.org',
    spellCheck: false,
    isShown: () => hasParameter('host', values, commands),
  },
  {
    kind: 'number',
    name: 'port',
    label: 'Port',
    isNullable: true,
    unit: '',
    range: limits.port,
    hint: portHint(kindOf(values)),
    isShown: () => hasParameter('port', values, commands),
  },
];

function checkFields(kind: AnyNetworkKind): readonly FormField<Values>[] {
  return [
    {
      kind: 'number',
      name: 'packet_loss_threshold',
      label: 'Packet loss threshold',
      unit: '%',
      range: limits.packetLossThresholdPercent,
      isShown: () => kind.hasPacketLossThreshold,
    },
    checkIntervalField,
    {
      kind: 'number',
      name: 'response_time_threshold',
      label: 'Response threshold',
      unit: 's',
      range: limits.responseTimeThresholdSeconds,
    },
    { kind: 'number', name: 'timeout', label: 'Timeout', unit: 's', range: limits.networkTimeoutSeconds },
    {
      kind: 'text',
      name: 'expected_response',
      label: 'Expected response',
      isOptional: true,
      hint: 'Text that the service must send first',
      isShown: () => kind.hasExpectedResponse,
    },
  ];
}

/** The TLS options among those of the kinds, for the summary. */
const tlsOf = (options: Values['options']) => ({
  tls_verify: options?.tls_verify ?? true,
  ca: options?.ca ?? '',
  client_certificate: options?.client_certificate ?? '',
  server_name: options?.server_name ?? '',
});

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** '143 or 993'. */
function portHint({ ports = [] }: AnyNetworkKind): string | undefined {
  const usual = ports.map(({ port }) => port).sort((one, other) => one - other);
  return usual.length > 1 ? anyOf.format(usual.map(String)) : undefined;
}

interface ConnectionTestProps {
  form: MonitorForm;
  /** The monitor whose stored secrets replace masks; null for a new one. */
  monitor: NetworkMonitor | null;
  commands: readonly Command[];
}

/** Tests the form values without saving them. */
function ConnectionTest({ form, monitor, commands }: ConnectionTestProps) {
  const { monitor_type, host, port, timeout, ip_family, options } = withoutHidden(form.watch(), commands);
  const monitor_id = monitor?.id;
  const target = { monitor_type, host, port, timeout, ip_family, options, monitor_id };
  const test = useTestAction(target, () =>
    testOutcome(async () => (await api()).networkMonitors.test({ body: target }), networkMonitorMessages.testFailed),
  );
  const run = async () => {
    if (await form.trigger(['host', 'port', 'timeout', 'options'], { shouldFocus: true })) await test.run();
  };
  return (
    <div className="grid content-start justify-items-start gap-2 sm:pt-6">
      <Button pending={test.isRunning} onClick={() => void run()}>
        Test Connection
      </Button>
      <TestResult action={test} />
    </div>
  );
}
