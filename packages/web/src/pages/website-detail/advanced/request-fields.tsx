import { authTypes, bodyTypes, requestMethods } from '@upvigil/core/contract/check-options/request-names';
import { FieldGroup } from '../../../components/forms/field-group.tsx';
import { SecretField, SelectField, secretHint, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { Checkbox } from '../../../components/forms/toggles.tsx';
import { HeaderRows } from './header-rows.tsx';
import type { UrlForm } from './url-form.ts';

const methods = requestMethods.map((value) => ({ value, label: value }));
const bodyLabels: Record<(typeof bodyTypes)[number], string> = {
  none: 'None',
  json: 'JSON',
  form: 'Form',
  text: 'Text',
  xml: 'XML',
};
const bodies = bodyTypes.map((value) => ({ value, label: bodyLabels[value] }));
const authLabels: Record<(typeof authTypes)[number], string> = { none: 'None', basic: 'Basic', bearer: 'Bearer token' };
const auths = authTypes.map((value) => ({ value, label: authLabels[value] }));

/** What a check sends. */
export function RequestFields({ contractForm }: { contractForm: UrlForm }) {
  const { field } = contractForm;
  return (
    <>
      <FieldGroup legend="Request">
        <SelectField label="Method" options={methods} {...field('request.method')} />
        <div className="sm:pt-6">
          <Checkbox label="Add a cache buster" registration={field('request.cache_buster').registration} />
        </div>
      </FieldGroup>
      <HeaderRows contractForm={contractForm} />
      <BodyFields contractForm={contractForm} />
      <AuthFields contractForm={contractForm} />
    </>
  );
}

function BodyFields({ contractForm: { form, field } }: { contractForm: UrlForm }) {
  const [type, body] = form.watch(['request.body_type', 'request.body']);
  const registration = form.register('request.body_type', { onChange: () => form.clearErrors('request.body') });
  const hasBody = type !== undefined && type !== 'none';
  return (
    <FieldGroup legend="Body">
      <SelectField label="Body type" options={bodies} {...field('request.body_type')} registration={registration} />
      {hasBody ? (
        <>
          <div className="sm:pt-6">
            <Checkbox label="Body is secret" registration={field('request.body_secret').registration} />
          </div>
          <div className="col-span-full">
            <TextArea label="Body" rows={4} hint={secretHint(body)} {...field('request.body')} />
          </div>
        </>
      ) : null}
    </FieldGroup>
  );
}

function AuthFields({ contractForm: { form, field } }: { contractForm: UrlForm }) {
  const [type, password, token] = form.watch(['request.auth.type', 'request.auth.password', 'request.auth.token']);
  const registration = form.register('request.auth.type', { onChange: () => form.clearErrors('request.auth') });
  return (
    <FieldGroup legend="Auth">
      <SelectField label="Auth type" options={auths} {...field('request.auth.type')} registration={registration} />
      {type === 'bearer' ? (
        <SecretField label="Token" hint={secretHint(token)} {...field('request.auth.token')} />
      ) : null}
      {type === 'basic' ? (
        <>
          <TextField label="User name" autoComplete="off" spellCheck={false} {...field('request.auth.username')} />
          <SecretField label="Password" hint={secretHint(password)} {...field('request.auth.password')} />
        </>
      ) : null}
    </FieldGroup>
  );
}
