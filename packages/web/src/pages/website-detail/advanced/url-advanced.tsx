import type { CheckMode } from '@upvigil/core/contract/check-options/request-names';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { optionsSummary } from '@upvigil/core/texts/check-options';
import { lazy, Suspense } from 'react';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { Advanced } from '../../../components/forms/advanced.tsx';
import { FailureThresholdField, SeverityField, severityWords } from '../../../components/forms/alert-fields.tsx';
import { SelectField } from '../../../components/forms/inputs.tsx';
import { failuresBeforeAlert } from '../outlook/what-happens.ts';
import { type UrlForm, withoutHidden } from './url-form.ts';

const UrlOptionFields = lazy(async () => ({ default: (await import('./url-option-fields.tsx')).UrlOptionFields }));

const checkModes: readonly { value: CheckMode; label: string }[] = [
  { value: 'http', label: 'HTTP: the document alone' },
  { value: 'browser', label: 'Browser: the whole page' },
];
const modeNames: Record<CheckMode, string> = { http: 'HTTP', browser: 'Browser' };

interface UrlAdvancedProps {
  contractForm: UrlForm;
  /** The URL that is changed; null while one is added. */
  url: UrlMonitor | null;
  faulty: readonly string[];
}

/** Of a URL what most leave as it is: when it counts as down, what is asked, and what the answer must be. */
export function UrlAdvanced({ contractForm, url, faulty }: UrlAdvancedProps) {
  const { form, field, numberField, nullableField } = contractForm;
  const { failure_threshold, check_mode = defaults.url.check_mode, severity, ...rest } = withoutHidden(form.watch());
  const values = [
    ...[failuresBeforeAlert(failure_threshold), modeNames[check_mode], severityWords(severity)],
    ...optionsSummary(rest),
  ];
  return (
    <Advanced
      values={values.filter(Boolean).join(', ')}
      holds="Method, headers, body, auth, status, TLS, proxy, assertions"
      hasError={faulty.some(isAdvanced)}
      more={
        <Suspense fallback={<Spinner />}>
          <UrlOptionFields contractForm={contractForm} url={url} />
        </Suspense>
      }
    >
      <FailureThresholdField {...numberField('failure_threshold')} />
      <SelectField label="Check mode" options={checkModes} {...field('check_mode')} />
      <SeverityField {...nullableField('severity')} />
    </Advanced>
  );
}

const isAdvanced = (field: string): boolean =>
  /^(failure_threshold|check_mode|severity|request|assertions|ip_family|cert_alerts)(\.|$)/.test(field);
