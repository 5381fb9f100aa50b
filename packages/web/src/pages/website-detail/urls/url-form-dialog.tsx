import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlOptions } from '@upvigil/core/contract/check-options/options';
import type { UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { faultyFields } from '../../../components/forms/field-faults.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { NumberField, TextField } from '../../../components/forms/inputs.tsx';
import { Switch } from '../../../components/forms/toggles.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { UrlAdvanced } from '../advanced/url-advanced.tsx';
import { type UrlForm, withoutHidden } from '../advanced/url-form.ts';
import { FormOutlook } from '../outlook/form-outlook.tsx';

interface UrlFormDialogProps {
  /** The URL to change; null adds a new one. */
  url: UrlMonitor | null;
  save: (input: UrlInput) => Promise<unknown>;
  onClose: () => void;
}

const valuesOf = (url: UrlMonitor | null) => ({
  url: url?.url ?? '',
  metadata_tag: url?.metadata_tag ?? '',
  metadata_value: url?.metadata_value ?? '',
  timeout: url?.timeout ?? defaults.url.timeout,
  response_time_threshold: url?.response_time_threshold ?? defaults.url.response_time_threshold,
  check_interval: url?.check_interval ?? defaults.url.check_interval,
  check_mode: url?.check_mode ?? defaults.url.check_mode,
  failure_threshold: url?.failure_threshold ?? defaults.url.failure_threshold,
  enabled: url?.enabled ?? defaults.url.enabled,
  severity: url?.severity ?? null,
  ...optionsOf(url ?? defaultUrlOptions),
});
const optionsOf = ({ request, assertions, ip_family, cert_alerts }: UrlOptions): UrlOptions => ({
  request,
  assertions,
  ip_family,
  cert_alerts,
});

/** The form of a URL: what is checked, how often, when it counts as slow or down, and what follows from that. */
export function UrlFormDialog({ url, save, onClose }: UrlFormDialogProps) {
  const contractForm: UrlForm = useContractForm({
    loadSchema: async () => (await import('../advanced/url-form-schema.ts')).urlFormSchema(url),
    defaultValues: valuesOf(url),
    withoutHidden,
    save,
    failure: () => messages.url.saveFailed,
  });
  const { form, field } = contractForm;
  const faulty = faultyFields(form.formState.errors);
  return (
    <FormDialog contractForm={contractForm} title={url ? 'Edit URL' : 'Add New URL'} size="large" onClose={onClose}>
      <FormOutlook plan={form.watch()} toggle="alert_on_down">
        <TextField type="url" label="URL" placeholder="https://" inputMode="url" spellCheck={false} {...field('url')} />
        <LimitFields contractForm={contractForm} />
        <UrlAdvanced contractForm={contractForm} url={url} faulty={faulty} />
      </FormOutlook>
    </FormDialog>
  );
}

const LimitFields = ({ contractForm: { field, numberField } }: { contractForm: UrlForm }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <NumberField
      label="Check interval"
      unit="s"
      range={limits.checkIntervalSeconds}
      {...numberField('check_interval')}
    />
    <NumberField
      label="Slow threshold"
      unit="s"
      range={limits.responseTimeThresholdSeconds}
      {...numberField('response_time_threshold')}
    />
    <NumberField label="Timeout" unit="s" range={limits.urlTimeoutSeconds} {...numberField('timeout')} />
    <div className="sm:pt-6">
      <Switch label="Enabled" registration={field('enabled').registration} />
    </div>
    <TextField
      label="Metadata tag"
      isOptional
      placeholder="og:title"
      hint="Name of a meta element the page must have"
      {...field('metadata_tag')}
    />
    <TextField
      label="Metadata value"
      isOptional
      hint="What its content must be; empty: anything"
      {...field('metadata_value')}
    />
  </div>
);
