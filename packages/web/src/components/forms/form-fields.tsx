import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Advanced } from './advanced.tsx';
import { faultyFields } from './field-faults.ts';
import { FieldGroup, RowGroup } from './field-group.tsx';
import {
  type AdvancedFields as AdvancedDescription,
  type BoundField,
  type FieldLayout,
  type FormField,
  fieldNames,
  type RowsField,
} from './form-field.ts';
import { NumberField, SecretField, SelectField, TextArea, TextField } from './inputs.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from './toggles.tsx';
import type { ContractForm } from './use-contract-form.ts';

interface FormFieldsProps<Values extends FieldValues> {
  contractForm: ContractForm<Values>;
  fields: readonly FormField<Values>[];
}

/** Renders the fields of a form from their descriptions. */
export const FormFields = <Values extends FieldValues>({ contractForm, fields }: FormFieldsProps<Values>) => (
  // Field names are type-checked where fields are described. Inside the form kit they are strings.
  <Fields contractForm={contractForm as unknown as AnyForm} fields={fields as unknown as readonly AnyField[]} />
);

type AnyForm = ContractForm<FieldValues>;
type AnyField = FormField<FieldValues>;
type DescribedField = Extract<AnyField, { kind: string }>;
type Control = BoundField<FieldValues>;
type ControlOf<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>;

interface FieldsProps {
  contractForm: AnyForm;
  fields: readonly AnyField[];
  isInColumns?: boolean;
}

const Fields = ({ contractForm, fields, isInColumns = false }: FieldsProps) =>
  fields.map((field, at) => {
    if (typeof field === 'function') return <Fragment key={String(at)}>{field(contractForm)}</Fragment>;
    if (field.isShown && !field.isShown(contractForm.form.watch())) return null;
    const content = draw(contractForm, field);
    return <Fragment key={keyOf(field, at)}>{isInColumns ? placed(field, content) : content}</Fragment>;
  });

/** Changed options give a select a new key: browsers keep the selected index, not the selected value. */
function keyOf(field: DescribedField, at: number): string {
  if (!('name' in field)) return String(at);
  return field.kind === 'select' ? `${field.name} ${field.options.map(({ value }) => value).join()}` : field.name;
}

/** Toggles have no label above, so padding aligns them with the inputs beside them. */
function placed(field: DescribedField, content: ReactNode): ReactNode {
  if ('isWide' in field && field.isWide) return <div className="col-span-full">{content}</div>;
  return field.kind === 'switch' || field.kind === 'checkbox' ? <div className="sm:pt-6">{content}</div> : content;
}

function draw(contractForm: AnyForm, field: DescribedField): ReactNode {
  switch (field.kind) {
    case 'row':
    case 'group':
    case 'section':
    case 'toggles':
      return <Layout contractForm={contractForm} layout={field} />;
    case 'advanced':
      return <AdvancedFields contractForm={contractForm} field={field} />;
    case 'own':
      return field.draw(contractForm);
    case 'rows':
      return <Rows contractForm={contractForm} field={field} />;
    case 'time-zone':
      return <TimeZoneField {...contractForm.field(field.name)} />;
    case 'lines':
      return <LinesField contractForm={contractForm} field={field} />;
    case 'choices':
      return drawChoices(contractForm, field);
    case 'select':
    case 'radio':
      return drawChoice(contractForm, field);
    default:
      return drawInput(contractForm, field);
  }
}

function Layout({ contractForm, layout }: { contractForm: AnyForm; layout: FieldLayout<FieldValues> }) {
  const { kind, legend = '', about, fields } = layout;
  const isInColumns = kind === 'row' || kind === 'group';
  const content = <Fields contractForm={contractForm} fields={fields} isInColumns={isInColumns} />;
  if (kind === 'row') return <div className="grid gap-4 sm:grid-cols-2">{content}</div>;
  if (kind === 'group') return <FieldGroup legend={legend}>{content}</FieldGroup>;
  if (kind === 'toggles') {
    return (
      <fieldset>
        <legend className="mb-2 text-[1.0625rem] leading-6 font-semibold">{legend}</legend>
        {about ? <p className="text-xs text-(--muted)">{about}</p> : null}
        {content}
      </fieldset>
    );
  }
  return (
    <section className="grid gap-4 not-first:border-t not-first:border-(--border) not-first:pt-5">
      {legend ? <h2>{legend}</h2> : null}
      {about ? <p className="text-(--muted)">{about}</p> : null}
      {content}
    </section>
  );
}

function AdvancedFields({ contractForm, field }: { contractForm: AnyForm; field: AdvancedDescription<FieldValues> }) {
  const { summary, holds, fields, more } = field;
  return (
    <Advanced
      values={summary(contractForm.form.watch())}
      holds={holds}
      hasError={fieldNames([field]).some((name) => contractForm.errorOf(name) !== undefined)}
      more={more ? <MoreFields contractForm={contractForm} fields={more} /> : null}
    >
      <Fields contractForm={contractForm} fields={fields} isInColumns />
    </Advanced>
  );
}

/** If an error opened the section, its fields did not exist when the form tried to focus the invalid one. */
function MoreFields({ contractForm, fields }: FieldsProps) {
  const { form } = contractForm;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on the first render
  useEffect(() => {
    const [first] = faultyFields(form.formState.errors);
    if (first) form.setFocus(first);
  }, []);
  return (
    <div className="grid gap-5 px-3.5 pt-2 pb-3.5">
      <Fields contractForm={contractForm} fields={fields} />
    </div>
  );
}

function Rows({ contractForm, field }: { contractForm: AnyForm; field: RowsField<FieldValues> }) {
  const { form } = contractForm;
  const { name, newRow, rowName, fields, legend, add, most, columns } = field;
  const rows = (): readonly unknown[] => form.getValues(name) ?? [];
  const change = (changed: readonly unknown[]) => {
    form.setValue(name, changed, { shouldDirty: true });
    form.clearErrors(name);
  };
  return (
    <RowGroup
      legend={legend}
      add={add}
      most={most}
      columns={columns}
      count={(form.watch(name) ?? []).length}
      onAdd={() => change([...rows(), newRow(form.getValues())])}
      onRemove={(at) => change(rows().toSpliced(at, 1))}
      name={(at) => `${rowName} ${at + 1}`}
    >
      {(at) => <Fields contractForm={contractForm} fields={fields(at, form.watch())} isInColumns={columns !== ''} />}
    </RowGroup>
  );
}

type LabelledField = Exclude<Control, ControlOf<'time-zone'>>;

/** Props of an input without its value. */
function inputProps({ form }: AnyForm, field: LabelledField) {
  const { label, isOptional, isDisabled, hint, placeholder, autoComplete, maxLength, spellCheck } = field;
  return {
    label,
    isOptional,
    disabled: isDisabled,
    hint: typeof hint === 'function' ? hint(form.watch()) : hint,
    placeholder,
    autoComplete,
    maxLength,
    spellCheck,
  };
}

type InputField = Exclude<LabelledField, ControlOf<'select' | 'radio' | 'choices' | 'lines'>>;

function drawInput(contractForm: AnyForm, field: InputField) {
  const props = inputProps(contractForm, field);
  if (field.kind === 'number') {
    const { name, unit, range, isNullable, presets } = field;
    const { form, errorOf } = contractForm;
    const registration = form.register(name, isNullable ? { setValueAs: toNumberOrNull } : { valueAsNumber: true });
    const value: unknown = form.watch(name);
    return (
      <NumberField
        {...props}
        registration={registration}
        value={value}
        unit={unit}
        range={range}
        presets={presets}
        onPreset={(seconds) => form.setValue(name, seconds, { shouldDirty: true, shouldValidate: true })}
        error={errorOf(name)}
      />
    );
  }
  const binding = contractForm.field(field.name);
  if (field.kind === 'textarea') return <TextArea {...props} {...binding} rows={field.rows} />;
  if (field.kind === 'secret') return <SecretField {...props} {...binding} />;
  if (field.kind === 'switch' || field.kind === 'checkbox') {
    const Toggle = field.kind === 'switch' ? Switch : Checkbox;
    const { label, hint, disabled } = props;
    return <Toggle label={label} hint={hint} disabled={disabled} registration={binding.registration} />;
  }
  return <TextField {...props} {...binding} type={field.kind} />;
}

const toNumberOrNull = (text: unknown): number | null =>
  text === '' || text === null || text === undefined ? null : Number(text);

function drawChoice(contractForm: AnyForm, field: ControlOf<'select' | 'radio'>) {
  const { form } = contractForm;
  const { name, label, options, parse, onChange } = field;
  const registration = form.register(name, {
    ...(parse ? { setValueAs: parse } : {}),
    ...(onChange ? { onChange: () => onChange(form) } : {}),
  });
  if (field.kind === 'radio')
    return <RadioGroup legend={label} options={options} chosen={form.watch(name)} registration={registration} />;
  const props = inputProps(contractForm, field);
  return <SelectField {...props} options={options} registration={registration} error={contractForm.errorOf(name)} />;
}

function drawChoices(contractForm: AnyForm, field: ControlOf<'choices'>) {
  const { form } = contractForm;
  const { name, label, options } = field;
  return (
    <CheckboxGroup
      legend={label}
      hint={inputProps(contractForm, field).hint}
      error={contractForm.errorOf(name)}
      options={options}
      chosen={form.watch(name) ?? []}
      onChange={(chosen) => form.setValue(name, chosen, { shouldDirty: true, shouldValidate: true })}
    />
  );
}

/** One text per line; commas also separate texts. */
const linesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Keeps the typed text while it parses to the list in the form. */
function LinesField({ contractForm, field }: { contractForm: AnyForm; field: ControlOf<'lines'> }) {
  const { form, errorOf } = contractForm;
  const { name } = field;
  const lines: readonly string[] = form.watch(name) ?? [];
  const [typed, setTyped] = useState('');
  const error = errorOf(name);
  const { ref, ...registered } = form.register(name);
  const registration = {
    ...registered,
    // Lets the form focus the field, but not write a list into it.
    ref: (element: HTMLTextAreaElement | null) => ref(element && { focus: () => element.focus() }),
    value: linesIn(typed).join() === lines.join() ? typed : lines.join('\n'),
    onChange: async ({ target }: { target: HTMLTextAreaElement }) => {
      setTyped(target.value);
      form.setValue(name, linesIn(target.value), { shouldDirty: true, shouldValidate: error !== undefined });
    },
  };
  return <TextArea {...inputProps(contractForm, field)} registration={registration} error={error} />;
}
