import { limits } from '@upvigil/core/limits';
import { type FieldPath, type FieldValues, get } from 'react-hook-form';
import type { RowsField } from '../../../components/forms/form-field.ts';
import { secretHint } from '../../../components/forms/inputs.tsx';

/** Additional request headers. @param list the form value with the headers */
export function headerRows<Values extends FieldValues>(list: FieldPath<Values>): RowsField<Values> {
  const at = (row: number, part: string) => `${list}.${row}.${part}` as FieldPath<Values>;
  return {
    kind: 'rows',
    name: list,
    legend: 'Headers',
    add: 'Add header',
    most: limits.requestHeaders,
    rowName: 'Header',
    columns: 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]',
    newRow: () => ({ name: '', value: '', secret: false }),
    fields: (row, values) => [
      { kind: 'text', name: at(row, 'name'), label: 'Name', spellCheck: false },
      {
        kind: get(values, at(row, 'secret')) ? 'secret' : 'text',
        name: at(row, 'value'),
        label: 'Value',
        spellCheck: false,
        hint: secretHint(get(values, at(row, 'value'))),
      },
      { kind: 'checkbox', name: at(row, 'secret'), label: 'Secret' },
    ],
  };
}
