import { useQuery } from '@tanstack/react-query';
import type { Report, ReportInput } from '@upvigil/core/contract/reports';
import { reportMessages } from '@upvigil/core/texts/reports';
import { dayWords } from '@upvigil/core/texts/route-sentences';
import type { z } from 'zod';
import { detailOr } from '../../../api/failure-text.ts';
import * as queries from '../../../api/queries.ts';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { SelectField, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { CheckboxGroup, RadioGroup, Switch } from '../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { ownTimeZone, TimeZoneField } from '../../../components/schedule/time-zone-field.tsx';

/** What stands in the form: recipients are text, one on each line. */
type Values = Omit<ReportInput, 'recipients'> & { recipients: string | string[] };
type ReportForm = ContractForm<Values, ReportInput>;

const valuesOf = (report: Report | null): Values => ({
  name: report?.name ?? '',
  enabled: report?.enabled ?? true,
  frequency: report?.frequency ?? 'weekly',
  weekday: report?.weekday ?? 'mon',
  time: report?.time ?? '08:00',
  time_zone: report?.time_zone ?? ownTimeZone(),
  recipients: report?.recipients.join('\n') ?? '',
  website_ids: report?.website_ids ?? [],
});

const entered = (values: Values): Values => ({ ...values, recipients: linesOf(values.recipients) });

const linesOf = (text: string | string[]): string[] =>
  (typeof text === 'string' ? text.split(/[\n,;]/) : text).map((line) => line.trim()).filter(Boolean);

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
] as const;
const days = Object.entries(dayWords).map(([value, label]) => ({ value, label }));

interface ReportFormDialogProps {
  /** The report to change; null adds one. */
  report: Report | null;
  save: (input: ReportInput) => Promise<unknown>;
  onClose: () => void;
}

/** A report: when it comes, to whom, and of what. */
export function ReportFormDialog({ report, save, onClose }: ReportFormDialogProps) {
  const contractForm: ReportForm = useContractForm<Values, ReportInput>({
    // The schema takes what a form holds, whose fields it checks by itself.
    loadSchema: async () =>
      (await import('@upvigil/core/contract/reports')).reportInput as unknown as z.ZodType<ReportInput, Values>,
    defaultValues: valuesOf(report),
    withoutHidden: entered,
    save,
    failure: (error) => detailOr(error, reportMessages.saveFailed),
  });
  const { field } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={report ? 'Edit Report' : 'Add Report'} onClose={onClose}>
      <TextField label="Name" {...field('name')} />
      <TimeFields contractForm={contractForm} />
      <Recipients contractForm={contractForm} />
      <Websites contractForm={contractForm} />
      <Switch label="Enabled" registration={field('enabled').registration} />
    </FormDialog>
  );
}

function TimeFields({ contractForm: { form, field } }: { contractForm: ReportForm }) {
  const { registration, error } = field('time');
  return (
    <>
      <RadioGroup legend="Comes" options={frequencies} registration={field('frequency').registration} />
      <div className="grid gap-4 sm:grid-cols-2">
        {form.watch('frequency') === 'weekly' ? <SelectField label="Day" options={days} {...field('weekday')} /> : null}
        <Field label="Time" error={error}>
          {(attributes) => <input type="time" className="control w-full" {...attributes} {...registration} />}
        </Field>
      </div>
      <TimeZoneField {...field('time_zone')} />
    </>
  );
}

function Recipients({ contractForm: { form, field } }: { contractForm: ReportForm }) {
  const fault: unknown = form.formState.errors.recipients;
  const parts = Array.isArray(fault) ? (fault as ({ message?: string } | undefined)[]) : [];
  const { registration, error = parts.find((part) => part?.message)?.message } = field('recipients');
  return (
    <TextArea
      label="Recipients"
      placeholder="ops@example.org"
      hint="Email addresses, one on each line"
      registration={registration}
      error={error}
    />
  );
}

function Websites({ contractForm: { form } }: { contractForm: ReportForm }) {
  const { data = [] } = useQuery(queries.websites());
  return (
    <CheckboxGroup
      legend="Websites"
      hint="None chosen: all"
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={form.watch('website_ids')}
      onChange={(chosen) => form.setValue('website_ids', chosen, { shouldDirty: true })}
    />
  );
}
