import {
  type Assertion,
  type AssertionCompare,
  type AssertionSource,
  assertionSources,
  comparesOf,
  timedParts,
} from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { RowGroup } from '../../../components/forms/field-group.tsx';
import { SelectField, TextField } from '../../../components/forms/inputs.tsx';
import { formRows, takesProperty, takesValue, type UrlForm } from './url-form.ts';

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

/** What an answer must be, besides that its status is accepted. */
export function AssertionRows({ contractForm }: { contractForm: UrlForm }) {
  const { count, add, remove } = formRows(contractForm, 'assertions');
  return (
    <RowGroup
      legend="Assertions"
      add="Add assertion"
      most={limits.assertions}
      count={count}
      onAdd={() => add(first)}
      onRemove={remove}
      name={(at) => `Assertion ${at + 1}`}
      columns="sm:grid-cols-2"
    >
      {(at) => <AssertionFields contractForm={contractForm} at={at} />}
    </RowGroup>
  );
}

function AssertionFields({ contractForm, at }: { contractForm: UrlForm; at: number }) {
  const { form, field } = contractForm;
  const [source = first.source, property, compare = first.compare] = form.watch([
    `assertions.${at}.source`,
    `assertions.${at}.property`,
    `assertions.${at}.compare`,
  ]);
  const allowed = comparesFor(source, property);
  return (
    <>
      <SelectField
        label="Source"
        options={sources}
        {...field(`assertions.${at}.source`)}
        registration={form.register(`assertions.${at}.source`, { onChange: () => fitToSource(form, at) })}
      />
      {takesProperty(source) ? <PropertyField contractForm={contractForm} at={at} source={source} /> : null}
      <SelectField
        // Another list is another field: the browser would keep the place in the list and not the value.
        key={allowed.join()}
        label="Compare"
        options={allowed.map((value) => ({ value, label: compareLabels[value] }))}
        {...field(`assertions.${at}.compare`)}
      />
      {takesValue(compare) ? (
        <div className={takesProperty(source) ? '' : 'col-span-full'}>
          <TextField
            label="Value"
            spellCheck={false}
            hint={valueHint(source, compare)}
            {...field(`assertions.${at}.value`)}
          />
        </div>
      ) : null}
    </>
  );
}

const htmlCompares: Record<string, readonly AssertionCompare[]> = { robots: ['indexable'], canonical: ['equals'] };

const comparesFor = (source: AssertionSource, property = ''): readonly AssertionCompare[] =>
  (source === 'html' ? htmlCompares[property] : undefined) ?? comparesOf[source];

/** A source has its own properties and compares: what does not fit to the chosen one begins anew. */
function fitToSource(form: UrlForm['form'], at: number): void {
  const [source, compare = first.compare] = form.getValues([`assertions.${at}.source`, `assertions.${at}.compare`]);
  form.setValue(`assertions.${at}.property`, source === 'html' ? 'robots' : '', { shouldDirty: true });
  fitCompare(form, at, compare);
}

function fitCompare(form: UrlForm['form'], at: number, compare: AssertionCompare): void {
  const [source = first.source, property] = form.getValues([`assertions.${at}.source`, `assertions.${at}.property`]);
  const allowed = comparesFor(source, property);
  const [usual = compare] = allowed;
  if (!allowed.includes(compare)) form.setValue(`assertions.${at}.compare`, usual, { shouldDirty: true });
  form.clearErrors(`assertions.${at}`);
}

const parts = timedParts.map((value) => ({ value: value === 'total' ? '' : value, label: partLabel(value) }));
function partLabel(part: (typeof timedParts)[number]): string {
  return part.replace('_', ' ');
}
const marks = [
  { value: 'robots', label: 'Robots' },
  { value: 'canonical', label: 'Canonical address' },
];

interface PropertyFieldProps {
  contractForm: UrlForm;
  at: number;
  source: AssertionSource;
}

/** Where in the source: what is typed, or one of a few. */
function PropertyField({ contractForm: { form, field }, at, source }: PropertyFieldProps) {
  const binding = field(`assertions.${at}.property`);
  if (source === 'time') return <SelectField label="Part" options={parts} {...binding} />;
  if (source === 'html') {
    const registration = form.register(`assertions.${at}.property`, {
      onChange: () => fitCompare(form, at, form.getValues(`assertions.${at}.compare`) ?? first.compare),
    });
    return <SelectField label="What" options={marks} {...binding} registration={registration} />;
  }
  return source === 'json' ? (
    <TextField label="JSONPath" placeholder="$.status" spellCheck={false} {...binding} />
  ) : (
    <TextField label="Header" placeholder="Content-Type" spellCheck={false} {...binding} />
  );
}

function valueHint(source: AssertionSource, compare: AssertionCompare): string | undefined {
  if (source === 'size') return 'In bytes';
  if (source === 'time') return 'In seconds, as 0.5';
  return compare === 'matches' || compare === 'not_matches' ? 'A pattern (RE2)' : undefined;
}
