import { authTypes, bodyTypes, requestMethods } from '@upvigil/core/contract/check-options/request-names';
import type { FieldLayout, RowsField } from '../../../components/forms/form-field.ts';
import { secretHint } from '../../../components/forms/inputs.tsx';
import { headerRows } from './header-rows.ts';
import type { UrlFormInput } from './url-form.ts';

const bodyLabels: Record<(typeof bodyTypes)[number], string> = {
  none: 'None',
  json: 'JSON',
  form: 'Form',
  text: 'Text',
  xml: 'XML',
};
const authLabels: Record<(typeof authTypes)[number], string> = { none: 'None', basic: 'Basic', bearer: 'Bearer token' };

const hasBody = ({ request }: UrlFormInput): boolean => (request?.body_type ?? 'none') !== 'none';
const hasAuth =
  (type: (typeof authTypes)[number]) =>
  ({ request }: UrlFormInput): boolean =>
    request?.auth?.type === type;

export const requestFields: readonly (FieldLayout<UrlFormInput> | RowsField<UrlFormInput>)[] = [
  {
    kind: 'group',
    legend: 'Request',
    fields: [
      {
        kind: 'select',
        name: 'request.method',
        label: 'Method',
        options: requestMethods.map((value) => ({ value, label: value })),
      },
      { kind: 'checkbox', name: 'request.cache_buster', label: 'Add a cache buster' },
    ],
  },
  headerRows<UrlFormInput>('request.headers'),
  {
    kind: 'group',
    legend: 'Body',
    fields: [
      {
        kind: 'select',
        name: 'request.body_type',
        label: 'Body type',
        options: bodyTypes.map((value) => ({ value, label: bodyLabels[value] })),
        onChange: (form) => form.clearErrors('request.body'),
      },
      { kind: 'checkbox', name: 'request.body_secret', label: 'Body is secret', isShown: hasBody },
      {
        kind: 'textarea',
        name: 'request.body',
        label: 'Body',
        rows: 4,
        isWide: true,
        hint: ({ request }) => secretHint(request?.body),
        isShown: hasBody,
      },
    ],
  },
  {
    kind: 'group',
    legend: 'Auth',
    fields: [
      {
        kind: 'select',
        name: 'request.auth.type',
        label: 'Auth type',
        options: authTypes.map((value) => ({ value, label: authLabels[value] })),
        onChange: (form) => form.clearErrors('request.auth'),
      },
      {
        kind: 'secret',
        name: 'request.auth.token',
        label: 'Token',
        hint: ({ request }) => secretHint(request?.auth?.token),
        isShown: hasAuth('bearer'),
      },
      {
        kind: 'text',
        name: 'request.auth.username',
        label: 'User name',
        autoComplete: 'off',
        spellCheck: false,
        isShown: hasAuth('basic'),
      },
      {
        kind: 'secret',
        name: 'request.auth.password',
        label: 'Password',
        hint: ({ request }) => secretHint(request?.auth?.password),
        isShown: hasAuth('basic'),
      },
    ],
  },
];
