import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlOptions } from '@upvigil/core/contract/check-options/options';
import type { UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { urlAdvanced } from '../advanced/url-advanced.tsx';
import { loadUrlSchema, type UrlFormInput, withoutHidden } from '../advanced/url-form.ts';
import { FormPreview } from '../preview/form-preview.tsx';

interface UrlFormDialogProps {
  /** The URL to edit; null adds one. */
  url: UrlMonitor | null;
  save: (input: UrlInput) => Promise<unknown>;
  onClose: () => void;
}

const valuesOf = (url: UrlMonitor | null) => ({
  url: url?.url ?? '',
  label: url?.label ?? '',
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

/** Form of a URL with a preview. */
export const UrlFormDialog = ({ url, save, onClose }: UrlFormDialogProps) => (
  <FormDialog<UrlFormInput, UrlInput>
    title={url ? 'Edit URL' : 'Add New URL'}
    size="large"
    onClose={onClose}
    fields={[
      (contractForm) => (
        <FormPreview plan={contractForm.form.watch()} toggle="alert_on_down">
          <FormFields contractForm={contractForm} fields={[...limitFields, urlAdvanced(url)]} />
        </FormPreview>
      ),
    ]}
    loadSchema={() => loadUrlSchema(url)}
    defaultValues={valuesOf(url)}
    withoutHidden={withoutHidden}
    save={save}
    failure={() => messages.url.saveFailed}
  />
);

const limitFields: readonly FormField<UrlFormInput>[] = [
  { kind: 'url', name: 'url', label: 'URL', placeholder: 'https://' },
  {
    kind: 'text',
    name: 'label',
    label: 'Label',
    isOptional: true,
    hint: 'Name in lists and messages. Empty: the address',
  },
  {
    kind: 'row',
    fields: [
      {
        kind: 'number',
        name: 'check_interval',
        label: 'Check interval',
        unit: 's',
        range: limits.checkIntervalSeconds,
      },
      {
        kind: 'number',
        name: 'response_time_threshold',
        label: 'Slow threshold',
        unit: 's',
        range: limits.responseTimeThresholdSeconds,
      },
      { kind: 'number', name: 'timeout', label: 'Timeout', unit: 's', range: limits.urlTimeoutSeconds },
      { kind: 'switch', name: 'enabled', label: 'Enabled' },
      {
        kind: 'text',
        name: 'metadata_tag',
        label: 'Metadata tag',
        isOptional: true,
        placeholder: 'og:title',
        hint: 'Name of a meta element the page must have',
      },
      {
        kind: 'text',
        name: 'metadata_value',
        label: 'Metadata value',
        isOptional: true,
        hint: 'Required content. Leave empty to accept any',
      },
    ],
  },
];
