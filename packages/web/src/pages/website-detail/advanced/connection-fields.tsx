import { limits } from '@upvigil/core/limits';
import { FieldGroup } from '../../../components/forms/field-group.tsx';
import { NumberField, secretHint, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { Checkbox } from '../../../components/forms/toggles.tsx';
import { IpFamilyField } from './network-option-fields.tsx';
import type { UrlForm } from './url-form.ts';

const redirects = { min: 0, max: limits.redirects };
const pem = '-----BEGIN CERTIFICATE-----';

/** What codes may be entered. */
export const acceptedHint = '200-399, or 200,204,404: within 200 to 499';

/** What is taken for an answer, and how the target is reached and trusted. */
export const ConnectionFields = ({ contractForm }: { contractForm: UrlForm }) => (
  <>
    <AnswerFields contractForm={contractForm} />
    <ReachFields contractForm={contractForm} />
    <TlsFields contractForm={contractForm} />
  </>
);

const AnswerFields = ({ contractForm: { field, numberField } }: { contractForm: UrlForm }) => (
  <FieldGroup legend="Answer">
    <TextField label="Accepted status" hint={acceptedHint} {...field('request.accepted_status')} />
    <NumberField
      label="Redirects"
      unit="at most"
      range={redirects}
      hint="0: the redirect is the answer"
      {...numberField('request.max_redirects')}
    />
  </FieldGroup>
);

const ReachFields = ({ contractForm: { field } }: { contractForm: UrlForm }) => (
  <FieldGroup legend="Connection">
    <IpFamilyField binding={field('ip_family')} />
    <TextField
      label="Proxy"
      isOptional
      placeholder="http://proxy.example.org:3128"
      hint="http, https or socks5"
      spellCheck={false}
      {...field('request.proxy')}
    />
  </FieldGroup>
);

function TlsFields({ contractForm: { form, field } }: { contractForm: UrlForm }) {
  return (
    <FieldGroup legend="TLS">
      <TextField
        label="Server name"
        isOptional
        hint="In place of the host: for SNI and the certificate"
        spellCheck={false}
        {...field('request.server_name')}
      />
      <div className="grid content-start sm:pt-6">
        <Checkbox label="Verify TLS" registration={field('request.tls_verify').registration} />
        <Checkbox label="Certificate alerts" registration={field('cert_alerts').registration} />
      </div>
      <div className="grid gap-4 col-span-full">
        <TextArea
          label="CA certificate"
          isOptional
          placeholder={pem}
          hint="Then trusted alone"
          {...field('request.ca')}
        />
        <TextArea label="Client certificate" isOptional placeholder={pem} {...field('request.client_certificate')} />
        <TextArea
          label="Client key"
          isOptional
          placeholder="-----BEGIN PRIVATE KEY-----"
          hint={secretHint(form.watch('request.client_key'))}
          {...field('request.client_key')}
        />
      </div>
    </FieldGroup>
  );
}
