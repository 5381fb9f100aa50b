import { defaultNetworkOptions } from '@upvigil/core/contract/check-options/default-options';
import { networkMonitorKinds, networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import type {
  NetworkMonitor,
  NetworkMonitorInput,
  networkMonitorInput,
  networkTestInput,
} from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { optionsSummary } from '@upvigil/core/texts/check-options';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { lazy, Suspense } from 'react';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { detailOr, failureText } from '../../../api/failure-text.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { Advanced } from '../../../components/forms/advanced.tsx';
import { FailureThresholdField, SeverityField, severityWords } from '../../../components/forms/alert-fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { NumberField, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { RadioGroup, Switch } from '../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { type TestOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { FormOutlook } from '../outlook/form-outlook.tsx';
import { failuresBeforeAlert, type Plan } from '../outlook/what-happens.ts';

const NetworkOptionFields = lazy(async () => ({
  default: (await import('../advanced/network-option-fields.tsx')).NetworkOptionFields,
}));

const types = networkMonitorTypes.map((type) => ({
  value: type,
  label: type,
  hint: networkMonitorKinds[type].summary,
}));
const initial = defaults.networkMonitor;

const valuesOf = (monitor: NetworkMonitor | null) => ({
  name: monitor?.name ?? '',
  monitor_type: monitor?.monitor_type ?? initial.monitor_type,
  host: monitor?.host ?? '',
  port: monitor?.port ?? null,
  timeout: monitor?.timeout ?? initial.timeout,
  check_interval: monitor?.check_interval ?? initial.check_interval,
  response_time_threshold: monitor?.response_time_threshold ?? initial.response_time_threshold,
  packet_loss_threshold: monitor?.packet_loss_threshold ?? initial.packet_loss_threshold,
  failure_threshold: monitor?.failure_threshold ?? initial.failure_threshold,
  expected_response: monitor?.expected_response ?? '',
  description: monitor?.description ?? '',
  enabled: monitor?.enabled ?? initial.enabled,
  severity: monitor?.severity ?? null,
  ip_family: (monitor ?? defaultNetworkOptions).ip_family,
  cert_alerts: (monitor ?? defaultNetworkOptions).cert_alerts,
});
type MonitorForm = ContractForm<z.input<typeof networkMonitorInput>, NetworkMonitorInput>;

interface MonitorFormDialogProps {
  /** The monitor to change; null adds a new one. */
  monitor: NetworkMonitor | null;
  save: (input: NetworkMonitorInput) => Promise<unknown>;
  onClose: () => void;
}

/** The form of a network monitor, and what follows from it. Its type decides which fields there are. */
export function MonitorFormDialog({ monitor, save, onClose }: MonitorFormDialogProps) {
  const contractForm: MonitorForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/network-monitors')).networkMonitorInput,
    defaultValues: valuesOf(monitor),
    save: (input) => save(withoutHiddenFields(input)),
    failure: (error) => detailOr(error, networkMonitorMessages.saveFailed),
  });
  const { form, field } = contractForm;
  return (
    <FormDialog
      contractForm={contractForm}
      title={monitor ? 'Edit Monitor' : 'Add Monitor'}
      size="large"
      onClose={onClose}
    >
      <FormOutlook plan={planOf(form)} toggle={kindOf(form).slackToggle}>
        <div className="grid gap-x-4 sm:grid-cols-2">
          <TextField label="Name" {...field('name')} />
          <div className="sm:pt-6">
            <Switch label="Enabled" registration={field('enabled').registration} />
          </div>
        </div>
        <TypeChoice contractForm={contractForm} />
        <TargetFields contractForm={contractForm} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextArea label="Description" isOptional rows={2} {...field('description')} />
          <ConnectionTest form={form} />
        </div>
        <MoreFields contractForm={contractForm} />
      </FormOutlook>
    </FormDialog>
  );
}

/** Leaves out fields that the type does not have, whatever was typed into them before the type was chosen. */
function withoutHiddenFields(input: NetworkMonitorInput): NetworkMonitorInput {
  const kind = networkMonitorKinds[input.monitor_type];
  return {
    ...input,
    port: kind.port === 'none' ? null : input.port,
    expected_response: kind.hasExpectedResponse ? input.expected_response : null,
  };
}

const kindOf = (form: MonitorForm['form']) => networkMonitorKinds[form.watch('monitor_type') ?? initial.monitor_type];

/** Without fields that the type does not have. */
function planOf(form: MonitorForm['form']): Plan {
  const { expected_response, packet_loss_threshold, ...rest } = form.watch();
  const kind = kindOf(form);
  return {
    ...rest,
    ...(kind.hasExpectedResponse ? { expected_response } : {}),
    ...(kind.hasPacketLossThreshold ? { packet_loss_threshold } : {}),
  };
}

function TypeChoice({ contractForm: { form } }: { contractForm: MonitorForm }) {
  const registration = form.register('monitor_type', {
    onChange: () => {
      if (kindOf(form).port === 'none') form.setValue('port', null, { shouldDirty: true });
      form.clearErrors('port');
    },
  });
  return <RadioGroup legend="Type" options={types} chosen={kindOf(form).type} registration={registration} />;
}

function TargetFields({ contractForm }: { contractForm: MonitorForm }) {
  const { form, field, numberField, nullableNumberField } = contractForm;
  const kind = kindOf(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Host" placeholder="db.example.org" spellCheck={false} {...field('host')} />
      {kind.port === 'none' ? null : (
        <NumberField
          label="Port"
          unit=""
          range={limits.port}
          {...(kind.portHint ? { hint: kind.portHint } : {})}
          {...nullableNumberField('port')}
        />
      )}
      {kind.hasPacketLossThreshold ? (
        <NumberField
          label="Packet loss threshold"
          unit="%"
          range={limits.packetLossThresholdPercent}
          {...numberField('packet_loss_threshold')}
        />
      ) : null}
      <NumberField
        label="Check interval"
        unit="s"
        range={limits.checkIntervalSeconds}
        {...numberField('check_interval')}
      />
      <NumberField
        label="Response threshold"
        unit="s"
        range={limits.responseTimeThresholdSeconds}
        {...numberField('response_time_threshold')}
      />
      <NumberField label="Timeout" unit="s" range={limits.networkTimeoutSeconds} {...numberField('timeout')} />
      {kind.hasExpectedResponse ? (
        <TextField
          label="Expected response"
          isOptional
          hint="Text that the service must send first"
          {...field('expected_response')}
        />
      ) : null}
    </div>
  );
}

function MoreFields({ contractForm }: { contractForm: MonitorForm }) {
  const { form, field, numberField, nullableField } = contractForm;
  const { failure_threshold, severity, ip_family, cert_alerts } = form.formState.errors;
  const [failures, chosen, ...options] = form.watch(['failure_threshold', 'severity', 'ip_family', 'cert_alerts']);
  const words = optionsSummary({ ip_family: options[0], cert_alerts: options[1] });
  return (
    <Advanced
      values={[failuresBeforeAlert(failures), severityWords(chosen), ...words].filter(Boolean).join(', ')}
      holds="Failure threshold, severity, IP family, certificate alerts"
      hasError={Boolean(failure_threshold ?? severity ?? ip_family ?? cert_alerts)}
      more={
        <Suspense fallback={<Spinner />}>
          <NetworkOptionFields ipFamily={field('ip_family')} certificateAlerts={field('cert_alerts')} />
        </Suspense>
      }
    >
      <FailureThresholdField {...numberField('failure_threshold')} />
      <SeverityField {...nullableField('severity')} />
    </Advanced>
  );
}

/** Tests what is in the form, without saving it. */
function ConnectionTest({ form }: { form: MonitorForm['form'] }) {
  const [monitor_type, host, port, timeout, ip_family] = form.watch([
    ...(['monitor_type', 'host', 'port', 'timeout', 'ip_family'] as const),
  ]);
  const target = { monitor_type, host, port, timeout, ip_family };
  const test = useTestAction(target, () => testConnection(target));
  const run = async () => {
    if (await form.trigger(['host', 'port', 'timeout'], { shouldFocus: true })) await test.run();
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

async function testConnection(body: z.input<typeof networkTestInput>): Promise<TestOutcome> {
  try {
    const { success, message } = await (await api()).networkMonitors.test({ body });
    return success ? { success, message } : { success, message: networkMonitorMessages.testFailed, detail: message };
  } catch (error) {
    return { success: false, message: networkMonitorMessages.testFailed, detail: failureText(error) };
  }
}
