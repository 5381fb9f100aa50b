import type { Report, ReportInput, reportInput } from '@upvigil/core/contract/reports';
import { reportMessages } from '@upvigil/core/texts/reports';
import { dayWords } from '@upvigil/core/texts/route-sentences';
import type { z } from 'zod';
import { websitesField } from '../../../alerting/targets/target-picker.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { ownTimeZone } from '../../../components/forms/time-zone-field.tsx';
import { detailOr } from '../../../failures.ts';

const valuesOf = (report: Report | null): ReportInput => ({
  name: report?.name ?? '',
  enabled: report?.enabled ?? true,
  frequency: report?.frequency ?? 'weekly',
  weekday: report?.weekday ?? 'mon',
  time: report?.time ?? '08:00',
  time_zone: report?.time_zone ?? ownTimeZone(),
  recipients: report?.recipients ?? [],
  website_ids: report?.website_ids ?? [],
});

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
] as const;
const days = Object.entries(dayWords).map(([value, label]) => ({ value, label }));

interface ReportFormDialogProps {
  /** The report to edit; null adds one. */
  report: Report | null;
  save: (input: ReportInput) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a report: schedule, recipients and websites. */
export function ReportFormDialog({ report, save, onClose }: ReportFormDialogProps) {
  return (
    <FormDialog<z.input<typeof reportInput>, ReportInput>
      title={report ? 'Edit Report' : 'Add Report'}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: 'Name' },
        { kind: 'radio', name: 'frequency', label: 'Frequency', options: frequencies },
        {
          kind: 'row',
          fields: [
            {
              kind: 'select',
              name: 'weekday',
              label: 'Day',
              options: days,
              isShown: ({ frequency }) => frequency === 'weekly',
            },
            { kind: 'time', name: 'time', label: 'Time' },
          ],
        },
        { kind: 'time-zone', name: 'time_zone' },
        {
          kind: 'lines',
          name: 'recipients',
          label: 'Recipients',
          placeholder: 'ops@example.org',
          hint: 'Email addresses, one on each line',
        },
        websitesField({ legend: 'Websites', none: 'All websites', emptyMeansAll: true }),
        { kind: 'switch', name: 'enabled', label: 'Enabled' },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/reports')).reportInput}
      defaultValues={valuesOf(report)}
      save={save}
      failure={(error) => detailOr(error, reportMessages.saveFailed)}
    />
  );
}
