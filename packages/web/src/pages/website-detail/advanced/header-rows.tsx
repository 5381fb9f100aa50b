import { limits } from '@upvigil/core/limits';
import { RowGroup } from '../../../components/forms/field-group.tsx';
import { SecretField, secretHint, TextField } from '../../../components/forms/inputs.tsx';
import { Checkbox } from '../../../components/forms/toggles.tsx';
import { formRows, type UrlForm } from './url-form.ts';

const columns = 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]';

/** The headers that a check sends besides its own. */
export function HeaderRows({ contractForm }: { contractForm: UrlForm }) {
  const { count, add, remove } = formRows(contractForm, 'request.headers');
  return (
    <RowGroup
      legend="Headers"
      add="Add header"
      most={limits.requestHeaders}
      count={count}
      onAdd={() => add({ name: '', value: '', secret: false })}
      onRemove={remove}
      name={(at) => `Header ${at + 1}`}
      columns={columns}
    >
      {(at) => <HeaderFields contractForm={contractForm} at={at} />}
    </RowGroup>
  );
}

function HeaderFields({ contractForm: { form, field }, at }: { contractForm: UrlForm; at: number }) {
  const [value, isSecret] = form.watch([`request.headers.${at}.value`, `request.headers.${at}.secret`]);
  const valueProps = { label: 'Value', hint: secretHint(value), ...field(`request.headers.${at}.value`) };
  return (
    <>
      <TextField label="Name" spellCheck={false} {...field(`request.headers.${at}.name`)} />
      {isSecret ? <SecretField {...valueProps} /> : <TextField spellCheck={false} {...valueProps} />}
      <div className="sm:pt-6">
        <Checkbox label="Secret" registration={field(`request.headers.${at}.secret`).registration} />
      </div>
    </>
  );
}
