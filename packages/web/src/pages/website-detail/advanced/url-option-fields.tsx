import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { optionsSummary } from '@upvigil/core/texts/check-options';
import { useEffect } from 'react';
import { faultyFields } from '../../../components/forms/field-faults.ts';
import { FieldGroup } from '../../../components/forms/field-group.tsx';
import { TextField } from '../../../components/forms/inputs.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { AssertionRows } from './assertion-rows.tsx';
import { acceptedHint, ConnectionFields } from './connection-fields.tsx';
import { RequestFields } from './request-fields.tsx';
import { RequestTest } from './request-test.tsx';
import type { UrlForm } from './url-form.ts';

interface UrlOptionFieldsProps {
  contractForm: UrlForm;
  /** The URL that is changed; null while one is added. */
  url: UrlMonitor | null;
}

/** What a check sends, how, and what the answer must be; a browser takes the accepted status only. */
export function UrlOptionFields({ contractForm, url }: UrlOptionFieldsProps) {
  const { form } = contractForm;
  const isBrowser = form.watch('check_mode') === 'browser';
  useFocusOnFault(contractForm);
  return (
    <div className="grid gap-5 px-3.5 pt-2 pb-3.5">
      {url?.secrets_missing ? (
        <Note>Each ******** is sealed under the key of another installation: enter it again, or save without it.</Note>
      ) : null}
      {isBrowser ? <BrowserFields contractForm={contractForm} /> : <HttpFields contractForm={contractForm} />}
      <RequestTest form={form} url={url} />
    </div>
  );
}

/** It is drawn after the fault was found that opened it, so that the form could not give its field the focus. */
function useFocusOnFault({ form }: UrlForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first drawn
  useEffect(() => {
    const [first] = faultyFields(form.formState.errors);
    if (first) form.setFocus(first as Parameters<typeof form.setFocus>[0]);
  }, []);
}

const HttpFields = ({ contractForm }: { contractForm: UrlForm }) => (
  <>
    <RequestFields contractForm={contractForm} />
    <ConnectionFields contractForm={contractForm} />
    <AssertionRows contractForm={contractForm} />
  </>
);

function BrowserFields({ contractForm: { form, field } }: { contractForm: UrlForm }) {
  const { request, assertions, ip_family } = form.watch();
  const { accepted_status } = defaultRequest;
  const lost = optionsSummary({ request: { ...request, accepted_status }, assertions, ip_family });
  return (
    <FieldGroup legend="Answer">
      <TextField label="Accepted status" hint={acceptedHint} {...field('request.accepted_status')} />
      <p className="text-xs text-(--muted) col-span-full">
        A browser sends its own requests: they take the accepted status only.
      </p>
      {lost.length > 0 ? (
        <div className="col-span-full">
          <Note>Saving drops what a browser cannot do: {lost.join(', ')}</Note>
        </div>
      ) : null}
    </FieldGroup>
  );
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="flex items-start gap-2 text-[0.8125rem] text-(--warn-fg)">
    <span className="mt-1">
      <ToneIcon tone="warn" />
    </span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
