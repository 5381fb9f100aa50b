import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlOptions } from '@upvigil/core/contract/check-options/options';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { type AddressTrial, describeTrial, expandAddress, lacksScheme } from '@upvigil/core/rules/typed-address';
import { messages } from '@upvigil/core/texts/messages';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { useState } from 'react';
import { tryOnServer } from '../../../api/try-on-server.ts';
import { Button } from '../../../components/basics/button.tsx';
import type { ConfirmRequest } from '../../../components/dialogs/confirm-request.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { TrialNotice } from '../../../components/forms/trial-notice.tsx';
import { useAddAnother } from '../../../components/forms/use-add-another.tsx';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { checkIntervalField, checkValues } from '../../../monitors/monitor-fields.tsx';
import { urlAdvanced } from '../advanced/url-advanced.tsx';
import { loadUrlSchema, type UrlForm, type UrlFormInput, withoutHidden } from '../advanced/url-form.ts';
import { FormPreview } from '../preview/form-preview.tsx';
import { UrlFirstLook } from './url-first-look.tsx';

interface UrlFormDialogProps {
  /** The URL to edit; null adds one. */
  url: UrlMonitor | null;
  /** The URL whose values fill the form of a new one. */
  copied: UrlMonitor | null;
  /** The URLs of the website. */
  others: readonly UrlMonitor[];
  save: (input: UrlInput) => Promise<unknown>;
  onClose: () => void;
}

const valuesOf = (url: UrlMonitor | null) => ({
  url: url?.url ?? '',
  label: url?.label ?? '',
  metadata_tag: url?.metadata_tag ?? '',
  metadata_value: url?.metadata_value ?? '',
  check_mode: url?.check_mode ?? defaults.url.check_mode,
  ...checkValues(url, defaults.url),
  ...optionsOf(url ?? defaultUrlOptions),
});
const optionsOf = ({ request, assertions, ip_family, cert_alerts }: UrlOptions): UrlOptions => ({
  request,
  assertions,
  ip_family,
  cert_alerts,
});

/** Form of a URL with a preview. An address without a scheme is tried before it is saved. */
export function UrlFormDialog({ url, copied, others, save, onClose }: UrlFormDialogProps) {
  /** Has the stored values of masked secrets. */
  const source = url ?? copied;
  const { confirm } = useDialogs();
  /** A trial in which a person has to choose the scheme. */
  const [trial, setTrial] = useState<AddressTrial | null>(null);
  const another = useAddAnother<UrlFormInput, UrlInput>({
    isNew: source === null,
    save,
    onClose,
    next: (values) => ({ ...values, url: '', label: '' }),
    firstField: 'url',
    nameOf: (values) => withoutCredentials(values.url),
  });
  const tryAndSave = async (input: UrlInput, form: UrlForm) => {
    const undecided = await trialToChoose(form.getValues('url'), input, source);
    setTrial(undecided);
    if (undecided !== null || (isTwice(input, url, others) && !(await confirm(addTwice)))) return;
    await another.save(input, form);
  };
  return (
    <FormDialog<UrlFormInput, UrlInput>
      title={url ? 'Edit URL' : copied ? 'Duplicate URL' : 'Add New URL'}
      size="large"
      onClose={onClose}
      fields={[
        (contractForm) => (
          <FormPreview
            plan={contractForm.form.watch()}
            toggle="alert_on_down"
            look={<UrlFirstLook form={contractForm.form} url={source} />}
          >
            <FormFields contractForm={contractForm} fields={[addressField]} />
            {trial ? <SchemeChoice trial={trial} contractForm={contractForm} /> : null}
            <FormFields contractForm={contractForm} fields={[...limitFields, urlAdvanced(source)]} />
          </FormPreview>
        ),
      ]}
      buttons={() => another.box}
      reasonBlocked={(form) => (isAsked(trial, form) ? 'Choose https or http above' : null)}
      loadSchema={() => loadUrlSchema(source)}
      defaultValues={valuesOf(source)}
      withoutHidden={withoutHidden}
      save={tryAndSave}
      failure={() => messages.url.saveFailed}
    />
  );
}

/** Whether the website already monitors a new or changed address. */
const isTwice = (input: UrlInput, url: UrlMonitor | null, others: readonly UrlMonitor[]): boolean =>
  input.url !== url?.url && others.some((other) => new URL(other.url).href === new URL(input.url).href);

const addTwice: ConfirmRequest = {
  title: 'Add this address again?',
  body: urlMessages.twice,
  confirmLabel: 'Add anyway',
};

/** The trial of a typed address; null if it has a scheme, or if https answered. */
async function trialToChoose(typed: string, input: UrlInput, url: UrlMonitor | null): Promise<AddressTrial | null> {
  if (!lacksScheme(typed)) return null;
  const { request, ip_family } = input;
  const trial = await tryOnServer(typed, { request, ip_family, ...(url ? { url_id: url.id } : {}) });
  return describeTrial(trial) === null ? null : trial;
}

interface SchemeChoiceProps {
  trial: AddressTrial;
  contractForm: ContractForm<UrlFormInput>;
}

/** Whether the question of a trial still stands: not after an edit of the address. */
const isAsked = (trial: AddressTrial | null, form: UrlForm): trial is AddressTrial =>
  trial !== null && form.watch('url') === trial.typed;

/** Saves the form with the chosen scheme. Disappears when the address is edited. */
function SchemeChoice({ trial, contractForm: { form, onSubmit } }: SchemeChoiceProps) {
  const note = describeTrial(trial);
  const [https, http] = expandAddress(trial.typed);
  if (!note || !http || !isAsked(trial, form)) return null;
  const use = (address: string) => {
    form.setValue('url', address, { shouldDirty: true });
    void onSubmit();
  };
  // Nothing is used yet.
  const question = trial.url === null ? note : { ...note, title: 'Only http answered.' };
  return (
    <TrialNotice note={question} isQuestion className="rounded-lg">
      <Button size="small" kind={trial.url === http ? 'quiet' : 'primary'} onClick={() => use(https)}>
        Use https
      </Button>
      <Button size="small" kind={trial.url === http ? 'primary' : 'quiet'} onClick={() => use(http)}>
        Use http
      </Button>
    </TrialNotice>
  );
}

const addressField: FormField<UrlFormInput> = { kind: 'url', name: 'url', label: 'URL', placeholder: 'https://' };

const limitFields: readonly FormField<UrlFormInput>[] = [
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
      checkIntervalField,
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
