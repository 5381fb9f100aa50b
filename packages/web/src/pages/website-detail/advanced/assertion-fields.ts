import {
  type Assertion,
  type AssertionCompare,
  type AssertionSource,
  assertionSources,
  comparesOf,
  timedParts,
} from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import type { FormField, RowsField } from '../../../components/forms/form-field.ts';
import { takesProperty, takesValue, type UrlForm, type UrlFormInput } from './url-form.ts';

const sourceLabels: Record<AssertionSource, string> = {
  body: 'Body',
  json: 'JSON',
  header: 'Header',
  size: 'Size',
  time: 'Time',
  html: 'Search engines',
};
const sources = assertionSources.map((value) => ({ value, label: sourceLabels[value] }));

const compareLabels: Record<AssertionCompare, string> = {
  contains: 'contains',
  lacks: 'lacks',
  matches: 'matches',
  not_matches: 'does not match',
  exists: 'exists',
  missing: 'is missing',
  equals: 'is',
  not_equals: 'is not',
  less: 'is less than',
  greater: 'is more than',
  indexable: 'may be indexed',
};

const first: Assertion = { source: 'body', property: '', compare: 'contains', value: '' };

/** Conditions on the response, in addition to an accepted status. */
export const assertionRows: RowsField<UrlFormInput> = {
  kind: 'rows',
  name: 'assertions',
  legend: 'Assertions',
  add: 'Add assertion',
  most: limits.assertions,
  rowName: 'Assertion',
  columns: 'sm:grid-cols-2',
  newRow: () => first,
  fields: (at, { assertions }) => assertionFields(at, assertions?.[at]),
};

function assertionFields(
  at: number,
  assertion: Partial<NonNullable<UrlFormInput['assertions']>[number]> = {},
): FormField<UrlFormInput>[] {
  const { source = first.source, property, compare = first.compare } = assertion;
  return [
    {
      kind: 'select',
      name: `assertions.${at}.source`,
      label: 'Source',
      options: sources,
      onChange: (form) => fitToSource(form, at),
    },
    ...(takesProperty(source) ? [propertyField(at, source)] : []),
    {
      kind: 'select',
      name: `assertions.${at}.compare`,
      label: 'Compare',
      options: comparesFor(source, property).map((value) => ({ value, label: compareLabels[value] })),
    },
    {
      kind: 'text',
      name: `assertions.${at}.value`,
      label: 'Value',
      spellCheck: false,
      hint: valueHint(source, compare),
      isWide: !takesProperty(source),
      isShown: () => takesValue(compare),
    },
  ];
}

const htmlCompares: Record<string, readonly AssertionCompare[]> = { robots: ['indexable'], canonical: ['equals'] };

const comparesFor = (source: AssertionSource, property = ''): readonly AssertionCompare[] =>
  (source === 'html' ? htmlCompares[property] : undefined) ?? comparesOf[source];

/** Each source has its own properties and comparisons. Resets those that do not apply to the selected source. */
function fitToSource(form: UrlForm, at: number): void {
  const [source, compare = first.compare] = form.getValues([`assertions.${at}.source`, `assertions.${at}.compare`]);
  form.setValue(`assertions.${at}.property`, source === 'html' ? 'robots' : '', { shouldDirty: true });
  fitCompare(form, at, compare);
}

function fitCompare(form: UrlForm, at: number, compare: AssertionCompare): void {
  const [source = first.source, property] = form.getValues([`assertions.${at}.source`, `assertions.${at}.property`]);
  const allowed = comparesFor(source, property);
  const [usual = compare] = allowed;
  if (!allowed.includes(compare)) form.setValue(`assertions.${at}.compare`, usual, { shouldDirty: true });
  form.clearErrors(`assertions.${at}`);
}

const parts = timedParts.map((value) => ({ value: value === 'total' ? '' : value, label: value.replace('_', ' ') }));
const marks = [
  { value: 'robots', label: 'Robots' },
  { value: 'canonical', label: 'Canonical address' },
];

/** Property of the source: free text, or a select. */
function propertyField(at: number, source: AssertionSource): FormField<UrlFormInput> {
  const name = `assertions.${at}.property` as const;
  switch (source) {
    case 'time':
      return { kind: 'select', name, label: 'Phase', options: parts };
    case 'html':
      return {
        kind: 'select',
        name,
        label: 'Property',
        options: marks,
        onChange: (form) => fitCompare(form, at, form.getValues(`assertions.${at}.compare`) ?? first.compare),
      };
    case 'json':
      return { kind: 'text', name, label: 'JSONPath', placeholder: '$.status', spellCheck: false };
    default:
      return { kind: 'text', name, label: 'Header', placeholder: 'Content-Type', spellCheck: false };
  }
}

function valueHint(source: AssertionSource, compare: AssertionCompare): string | undefined {
  if (source === 'size') return 'In bytes';
  if (source === 'time') return 'In seconds, as 0.5';
  return compare === 'matches' || compare === 'not_matches' ? 'A pattern (RE2)' : undefined;
}
