import { type ConfigField, isSecretField } from '@upvigil/core/contract/channel-kinds/config-fields';
import { RowGroup } from '../../../../components/forms/field-group.tsx';
import { SecretField, SelectField, secretHint, TextArea, TextField } from '../../../../components/forms/inputs.tsx';
import { type ChannelForm, faultWords, fieldsOf, headersIn } from './channel-form.ts';

/** What a kind of channel must be told, each field by its type. */
export function ConfigInputs({ contractForm }: { contractForm: ChannelForm }) {
  const kind = contractForm.form.watch('kind');
  return (
    <>
      {Object.entries(fieldsOf(kind)).map(([name, field]) => (
        <ConfigInput key={`${kind} ${name}`} name={name} field={field} contractForm={contractForm} />
      ))}
    </>
  );
}

interface ConfigInputProps {
  name: string;
  field: ConfigField;
  contractForm: ChannelForm;
}

function ConfigInput({ name, field, contractForm }: ConfigInputProps) {
  const { form } = contractForm;
  const path = `config.${name}` as const;
  if (field.type === 'headers') return <HeaderRows name={name} field={field} contractForm={contractForm} />;
  const hint = secretHint(form.watch(path)) ?? field.hint;
  const props = {
    label: field.label,
    registration: form.register(path),
    error: faultWords(form.getFieldState(path, form.formState).error),
    ...(field.optional ? { isOptional: true } : {}),
    ...(hint === undefined ? {} : { hint }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
  };
  if (isSecretField(field)) return <SecretField {...props} />;
  if (field.type === 'choice') return <SelectField options={field.choices} {...props} />;
  if (field.type === 'list') return <TextArea {...props} hint={hint ?? 'One on each line'} />;
  if (field.type === 'address') {
    return (
      <TextField
        type="url"
        inputMode="url"
        spellCheck={false}
        {...(field.initial ? { placeholder: field.initial } : {})}
        {...props}
      />
    );
  }
  return <TextField spellCheck={false} {...props} />;
}

const columns = 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]';

/** Names and values that go along with each message; every value is a secret. */
function HeaderRows({
  name,
  field,
  contractForm: { form, field: bind },
}: ConfigInputProps & { field: ConfigField & { type: 'headers' } }) {
  const path = `config.${name}` as const;
  const rows = headersIn(form.watch('config'), name);
  const change = (changed: typeof rows) => {
    form.setValue(path, changed, { shouldDirty: true });
    form.clearErrors(path);
  };
  return (
    <RowGroup
      legend={field.label}
      add="Add header"
      most={field.most}
      count={rows.length}
      onAdd={() => change([...headersIn(form.getValues('config'), name), { name: '', value: '' }])}
      onRemove={(at) => change(headersIn(form.getValues('config'), name).toSpliced(at, 1))}
      name={(at) => `Header ${at + 1}`}
      columns={columns}
    >
      {(at) => (
        <>
          <TextField label="Name" spellCheck={false} {...bind(`${path}.${at}.name`)} />
          <SecretField label="Value" hint={secretHint(rows[at]?.value)} {...bind(`${path}.${at}.value`)} />
        </>
      )}
    </RowGroup>
  );
}
