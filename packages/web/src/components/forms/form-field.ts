import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ContractForm } from './use-contract-form.ts';

/** What all fields may have. `Values` is what stands in the form, which the contract's schema parses. */
interface FieldBase<Values extends FieldValues> {
  name: FieldPath<Values>;
  label: string;
  isOptional?: boolean;
  hint?: string | undefined | ((values: Values) => string | undefined);
  placeholder?: string | undefined;
  autoComplete?: string;
  maxLength?: number;
  spellCheck?: boolean;
  isDisabled?: boolean;
  /** Whether it is drawn, by what stands in the form. */
  isShown?: (values: Values) => boolean;
  /** In a row or a group it takes the whole line. */
  isWide?: boolean;
}

/** A line of text of that type of an input. */
export type LineType = 'text' | 'url' | 'email' | 'tel' | 'time' | 'datetime-local';

/** `lines`: a list of texts, one on each line. `time-spans`: times of the week. */
interface PlainField<Values extends FieldValues, Kind extends string> extends FieldBase<Values> {
  kind: Kind;
}

interface AreaField<Values extends FieldValues> extends FieldBase<Values> {
  kind: 'textarea';
  rows?: number;
}

interface TimeZoneField<Values extends FieldValues> extends Omit<FieldBase<Values>, 'label'> {
  /** It has its own label. */
  kind: 'time-zone';
  label?: never;
}

interface NumberField<Values extends FieldValues> extends FieldBase<Values> {
  kind: 'number';
  unit: string;
  range: { readonly min: number; readonly max: number; readonly step?: number };
  /** Empty is null. */
  isNullable?: boolean;
}

interface ChoiceField<Values extends FieldValues> extends FieldBase<Values> {
  /** `radio` shows the hint of the chosen option. */
  kind: 'select' | 'radio';
  options: readonly { value: string; label: string; hint?: string }[];
  /** The value of a chosen text, where it differs. */
  parse?: (text: unknown) => unknown;
  onChange?: (form: ContractForm<Values>['form']) => void;
}

interface ChoicesField<Values extends FieldValues> extends FieldBase<Values> {
  /** Some of several. */
  kind: 'choices';
  options: readonly { value: string | number; label: string }[];
}

/** A list of things of several fields each. */
export interface RowsField<Values extends FieldValues> {
  kind: 'rows';
  name: FieldPath<Values>;
  legend: string;
  /** Label of the button that adds one. */
  add: string;
  most: number;
  newRow: (values: Values) => unknown;
  /** 'Header', of which the first is 'Header 1'. */
  rowName: string;
  /** Classes for where the fields of a row stand. */
  columns: string;
  fields: (at: number, values: Values) => readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

export interface FieldLayout<Values extends FieldValues> {
  /**
   * `row`: side by side. `group`: the same below a legend. `section`: below a heading, apart from the one before.
   * `toggles`: switches or boxes below a legend.
   */
  kind: 'row' | 'group' | 'section' | 'toggles';
  legend?: string;
  about?: string;
  fields: readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

/** What most people leave as it is, folded away. It opens where a field inside has a fault. */
export interface AdvancedFields<Values extends FieldValues> {
  kind: 'advanced';
  /** Summary of the set options, while it is closed. */
  summary: (values: Values) => string;
  /** One line: what can be set inside. */
  holds?: string;
  fields: readonly FormField<Values>[];
  /** Below the others, drawn from the first opening on. */
  more?: readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

/** A field that is bound to one value of the form. */
export type BoundField<Values extends FieldValues> =
  | PlainField<Values, LineType>
  | PlainField<Values, 'secret'>
  | PlainField<Values, 'lines'>
  | PlainField<Values, 'switch' | 'checkbox'>
  | PlainField<Values, 'time-spans'>
  | AreaField<Values>
  | TimeZoneField<Values>
  | NumberField<Values>
  | ChoiceField<Values>
  | ChoicesField<Values>;

/** The content of a form, from top to bottom. A function draws anything without a kind. */
export type FormField<Values extends FieldValues> =
  | BoundField<Values>
  | RowsField<Values>
  | FieldLayout<Values>
  | AdvancedFields<Values>
  | ((contractForm: ContractForm<Values>) => ReactNode);

/** The names of the values that fields are bound to. */
export function fieldNames<Values extends FieldValues>(fields: readonly FormField<Values>[]): FieldPath<Values>[] {
  return fields.flatMap((field) => {
    if (typeof field === 'function') return [];
    if ('name' in field) return [field.name];
    return fieldNames(field.kind === 'advanced' ? [...field.fields, ...(field.more ?? [])] : field.fields);
  });
}
