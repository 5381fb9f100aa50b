import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import type { CheckMode } from '@upvigil/core/contract/check-options/request-names';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { optionsSummary } from '@upvigil/core/texts/check-options';
import type { FormField } from '../../../components/forms/form-field.ts';
import {
  commonSummary,
  failureThresholdField,
  groupingFields,
  recoveryThresholdField,
  severityField,
  severityWords,
} from '../../../monitors/monitor-fields.tsx';
import { failuresBeforeAlert } from '../preview/preview-sentences.ts';
import { assertionRows } from './assertion-fields.ts';
import { acceptedStatusField, connectionFields } from './connection-fields.ts';
import { requestFields } from './request-fields.ts';
import { RequestTest } from './request-test.tsx';
import { type UrlForm, type UrlFormInput, withoutHidden } from './url-form.ts';
import { LostSecretsNote, WarningNote } from './warning-note.tsx';

const checkModes: readonly { value: CheckMode; label: string }[] = [
  { value: 'http', label: 'HTTP: the document only' },
  { value: 'browser', label: 'Browser: the whole page' },
];
const modeNames: Record<CheckMode, string> = { http: 'HTTP', browser: 'Browser' };

const isBrowser = ({ check_mode }: UrlFormInput): boolean => check_mode === 'browser';

/** Advanced options of a URL: failure threshold, request and assertions. */
export const urlAdvanced = (url: UrlMonitor | null): FormField<UrlFormInput> => ({
  kind: 'advanced',
  summary: (values) => {
    const { failure_threshold, check_mode = defaults.url.check_mode, severity, ...rest } = withoutHidden(values);
    const words = [failuresBeforeAlert(failure_threshold), modeNames[check_mode], severityWords(severity)];
    return [...words, ...commonSummary(values), ...optionsSummary(rest)].filter(Boolean).join(', ');
  },
  holds: 'Tags, parent, method, headers, body, auth, status, TLS, proxy, assertions',
  fields: [
    failureThresholdField,
    recoveryThresholdField,
    { kind: 'select', name: 'check_mode', label: 'Check mode', options: checkModes },
    severityField,
    ...groupingFields<UrlFormInput>(url?.id ?? null),
  ],
  more: [
    () => (url?.secrets_missing ? <LostSecretsNote /> : null),
    ...[...requestFields, ...connectionFields, assertionRows].map((field) => ({
      ...field,
      isShown: (values: UrlFormInput) => !isBrowser(values),
    })),
    {
      kind: 'group',
      legend: 'Response',
      fields: [acceptedStatusField, ({ form }) => <BrowserNotes form={form} />],
      isShown: isBrowser,
    },
    ({ form }) => <RequestTest form={form} url={url} />,
  ],
});

/** A check in a browser applies no option except the accepted status. */
function BrowserNotes({ form }: { form: UrlForm }) {
  const { request, assertions, ip_family } = form.watch();
  const { accepted_status } = defaultRequest;
  const lost = optionsSummary({ request: { ...request, accepted_status }, assertions, ip_family });
  return (
    <>
      <p className="text-xs text-(--muted) col-span-full">
        Browser checks use only the accepted status of these options.
      </p>
      {lost.length > 0 ? (
        <div className="col-span-full">
          <WarningNote>Saving removes options that browser checks do not support: {lost.join(', ')}</WarningNote>
        </div>
      ) : null}
    </>
  );
}
