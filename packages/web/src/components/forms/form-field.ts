import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ContractForm } from './use-contract-form.ts';

/** Properties of all fields. `Values` are the form values before the contract's schema parses them. */
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
  /** Hides the field depending on the form values. */
  isShown?: (values: Values) => boolean;
  /** Spans the full width of a row or group. */
  isWide?: boolean;
}

/** `type` of a single-line input. */
export type LineType = 'text' | 'url' | 'email' | 'tel' | 'time' | 'datetime-local';

/** `lines`: list of texts, one per line. */
interface PlainField<Values extends FieldValues, Kind extends string> extends FieldBase<Values> {
  kind: Kind;
}

interface AreaField<Values extends FieldValues> extends FieldBase<Values> {
  kind: 'textarea';
  rows?: number;
}

interface TimeZoneField<Values extends FieldValues> extends Omit<FieldBase<Values>, 'label'> {
  /** Has a built-in label. */
  kind: 'time-zone';
  label?: never;
}

interface NumberField<Values extends FieldValues> extends FieldBase<Values> {
  kind: 'number';
  unit: string;
  range: { readonly min: number; readonly max: number; readonly step?: number };
  /** An empty field is null. */
  isNullable?: boolean;
  /** Buttons that set the field. In seconds. */
  presets?: readonly number[];
}

interface ChoiceField<Values extends FieldValues> extends FieldBase<Values> {
  /** `radio` shows the hint of the selected option; `select` shows the options of a group together. */
  kind: 'select' | 'radio';
  options: readonly { value: string; label: string; hint?: string; group?: string }[];
  /** Converts the selected text to the form value. */
  parse?: (text: unknown) => unknown;
  onChange?: (form: ContractForm<Values>['form']) => void;
}

interface ChoicesField<Values extends FieldValues> extends FieldBase<Values> {
  /** Multiple choice. */
  kind: 'choices';
  options: readonly { value: string | number; label: string }[];
}

/** A field with an input of its own that reads and sets its value. */
interface OwnField<Values extends FieldValues> {
  kind: 'own';
  name: FieldPath<Values>;
  draw: (contractForm: ContractForm<Values>) => ReactNode;
  isShown?: (values: Values) => boolean;
}

/** A list of rows with several fields each. */
export interface RowsField<Values extends FieldValues> {
  kind: 'rows';
  name: FieldPath<Values>;
  legend: string;
  /** Label of the Add button. */
  add: string;
  most: number;
  newRow: (values: Values) => unknown;
  /** Noun of a row, such as 'Header'. The first row is 'Header 1'. */
  rowName: string;
  /** Grid classes that place the fields of a row. */
  columns: string;
  fields: (at: number, values: Values) => readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

export interface FieldLayout<Values extends FieldValues> {
  /**
   * `row`: side by side. `group`: side by side under a legend. `section`: under a heading. `toggles`: switches or
   * checkboxes under a legend.
   */
  kind: 'row' | 'group' | 'section' | 'toggles';
  legend?: string;
  about?: string;
  fields: readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

/** Collapsible options. The section opens if a field inside has an error. */
export interface AdvancedFields<Values extends FieldValues> {
  kind: 'advanced';
  /** Summary of the options that are set, shown while closed. */
  summary: (values: Values) => string;
  /** One line that names the options inside. */
  holds?: string;
  fields: readonly FormField<Values>[];
  /** Further fields at the end, rendered from the first opening on. */
  more?: readonly FormField<Values>[];
  isShown?: (values: Values) => boolean;
}

/** A field that is bound to one form value. */
export type BoundField<Values extends FieldValues> =
  | PlainField<Values, LineType>
  | PlainField<Values, 'secret'>
  | PlainField<Values, 'lines'>
  | PlainField<Values, 'switch' | 'checkbox'>
  | AreaField<Values>
  | TimeZoneField<Values>
  | NumberField<Values>
  | ChoiceField<Values>
  | ChoicesField<Values>;

/** Content of a form in display order. A function renders custom content. */
export type FormField<Values extends FieldValues> =
  | BoundField<Values>
  | OwnField<Values>
  | RowsField<Values>
  | FieldLayout<Values>
  | AdvancedFields<Values>
  | ((contractForm: ContractForm<Values>) => ReactNode);

/** Names of the form values with a field. */
export function fieldNames<Values extends FieldValues>(fields: readonly FormField<Values>[]): FieldPath<Values>[] {
  return fields.flatMap((field) => {
    if (typeof field === 'function') return [];
    if ('name' in field) return [field.name];
    return fieldNames(field.kind === 'advanced' ? [...field.fields, ...(field.more ?? [])] : field.fields);
  });
}
