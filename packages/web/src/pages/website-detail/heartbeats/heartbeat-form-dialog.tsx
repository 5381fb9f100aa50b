import { useQuery } from '@tanstack/react-query';
import type { Heartbeat, HeartbeatInput, heartbeatInput } from '@upvigil/core/contract/heartbeats';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import type { z } from 'zod';
import * as queries from '../../../api/queries.ts';
import { Segmented } from '../../../components/basics/segmented.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { ownTimeZone } from '../../../components/forms/time-zone-field.tsx';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { useThrottledValue } from '../../../components/states/use-throttled-value.ts';
import { Time } from '../../../components/time/time.tsx';
import { detailOr, failureText } from '../../../failures.ts';
import {
  commonSummary,
  commonValues,
  failureThresholdField,
  groupingFields,
  recoveryThresholdField,
  severityField,
  severityWords,
} from '../../../monitors/monitor-fields.tsx';

type Values = z.input<typeof heartbeatInput>;

const initial = defaults.heartbeat;
const { heartbeat: bounds } = limits;
const firstPeriodSeconds = 3600;
const firstCron = '0 3 * * *';

const valuesOf = (heartbeat: Heartbeat | null) => ({
  name: heartbeat?.name ?? '',
  description: heartbeat?.description ?? '',
  enabled: heartbeat?.enabled ?? initial.enabled,
  period: heartbeat ? heartbeat.period : null,
  cron: heartbeat ? heartbeat.cron : firstCron,
  time_zone: heartbeat?.time_zone ?? ownTimeZone(),
  grace: heartbeat?.grace ?? initial.grace,
  max_runtime: heartbeat?.max_runtime ?? null,
  slow_runtime: heartbeat?.slow_runtime ?? null,
  failure_threshold: heartbeat?.failure_threshold ?? initial.failure_threshold,
  severity: heartbeat?.severity ?? null,
  ...commonValues(heartbeat),
  post_only: heartbeat?.post_only ?? initial.post_only,
  key: heartbeat?.key ?? '',
});

/** A copy has another name, and a key of its own. */
const copyOf = (copied: Heartbeat | null) =>
  valuesOf(copied && { ...copied, name: `${copied.name} (copy)`, key: null });

interface HeartbeatFormDialogProps {
  /** Null adds one. */
  heartbeat: Heartbeat | null;
  /** The heartbeat whose values fill the form of a new one. */
  copied: Heartbeat | null;
  save: (input: HeartbeatInput) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a heartbeat with its next due times. */
export const HeartbeatFormDialog = ({ heartbeat, copied, save, onClose }: HeartbeatFormDialogProps) => (
  <FormDialog<Values, HeartbeatInput>
    title={heartbeat ? 'Edit Heartbeat' : copied ? 'Duplicate Heartbeat' : 'Add Heartbeat'}
    size="large"
    onClose={onClose}
    fields={fieldsOf(heartbeat)}
    loadSchema={async () => (await import('@upvigil/core/contract/heartbeats')).heartbeatInput}
    defaultValues={heartbeat ? valuesOf(heartbeat) : copyOf(copied)}
    withoutHidden={withoutEmptyKey}
    save={async (input) => {
      await save(input);
      onClose();
    }}
    failure={(error) => detailOr(error, heartbeatMessages.saveFailed)}
  />
);

/** An empty key stands for a random one. */
function withoutEmptyKey({ key, ...values }: Values): Values {
  return key ? { ...values, key } : values;
}

const hasCron = ({ cron }: Values): boolean => cron !== null;

const fieldsOf = (heartbeat: Heartbeat | null): readonly FormField<Values>[] => [
  () => <p className="text-(--muted)">{heartbeatKind.summary}</p>,
  {
    kind: 'row',
    fields: [
      { kind: 'text', name: 'name', label: 'Name', placeholder: 'Nightly backup' },
      { kind: 'switch', name: 'enabled', label: 'Enabled' },
    ],
  },
  ({ form }) => <ScheduleChoice form={form} />,
  {
    kind: 'row',
    fields: [
      {
        kind: 'text',
        name: 'cron',
        label: 'Cron expression',
        placeholder: firstCron,
        spellCheck: false,
        hint: 'Minute, hour, day of the month, month, day of the week',
        isShown: hasCron,
      },
      { kind: 'time-zone', name: 'time_zone', isShown: hasCron },
      {
        kind: 'number',
        name: 'period',
        label: 'Period',
        unit: 's',
        range: bounds.periodSeconds,
        presets: [300, 3600, 86_400],
        hint: 'Time from one run to the next',
        isShown: (values) => !hasCron(values),
      },
      {
        kind: 'number',
        name: 'grace',
        label: 'Grace period',
        unit: 's',
        range: bounds.graceSeconds,
        presets: [300, 900, 3600],
        hint: 'Allowed delay of a run',
      },
    ],
  },
  ({ form }) => {
    const { period = null, cron = null, time_zone = initial.time_zone } = form.watch();
    return <DuePreview period={period} cron={cron} timeZone={time_zone} />;
  },
  {
    kind: 'row',
    fields: [
      {
        kind: 'number',
        name: 'max_runtime',
        label: 'Maximum runtime',
        unit: 's',
        range: bounds.runtimeSeconds,
        isNullable: true,
        isOptional: true,
        hint: 'A started run must end within it',
      },
      {
        kind: 'number',
        name: 'slow_runtime',
        label: 'Slow runtime',
        unit: 's',
        range: bounds.runtimeSeconds,
        isNullable: true,
        isOptional: true,
        hint: 'A longer run is SLOW',
      },
    ],
  },
  { kind: 'textarea', name: 'description', label: 'Description', isOptional: true, rows: 2 },
  {
    kind: 'advanced',
    summary: ({ failure_threshold, severity, post_only, ...rest }) =>
      [
        failure_threshold === 1 ? 'alerts after one failed run' : `alerts after ${failure_threshold} failed runs`,
        severityWords(severity),
        ...commonSummary(rest),
        post_only ? 'POST only' : '',
      ]
        .filter(Boolean)
        .join(', '),
    holds: 'Thresholds, severity, tags, parent, POST only, key',
    fields: [
      { ...failureThresholdField, unit: 'runs', hint: 'Consecutive failed or missed runs before an alert' },
      { ...recoveryThresholdField, unit: 'runs', hint: 'Consecutive successful runs that end a problem' },
      ...groupingFields<Values>(heartbeat?.id ?? null),
      severityField,
      {
        kind: 'switch',
        name: 'post_only',
        label: 'POST only',
        hint: 'Only POST requests count, so that link previews do not',
      },
      {
        kind: 'text',
        name: 'key',
        label: 'Key',
        isOptional: true,
        spellCheck: false,
        hint: 'Secret part of the address. Enter the key of a script that you move, so that only its host changes.',
      },
    ],
  },
];

/** Exactly one of period and cron expression is set. */
function ScheduleChoice({ form }: { form: ContractForm<Values>['form'] }) {
  const isCron = hasCron(form.watch());
  const select = (id: 'cron' | 'period') => {
    const options = { shouldDirty: true } as const;
    form.setValue('cron', id === 'cron' ? firstCron : null, options);
    form.setValue('period', id === 'cron' ? null : firstPeriodSeconds, options);
    form.clearErrors(['cron', 'period']);
  };
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-[0.8125rem] font-medium">Schedule</span>
      <Segmented
        label="Schedule"
        segments={[
          { id: 'cron', label: 'Cron expression' },
          { id: 'period', label: 'Period' },
        ]}
        selected={isCron ? 'cron' : 'period'}
        onSelect={select}
      />
    </div>
  );
}

interface DuePreviewProps {
  period: number | null;
  cron: string | null;
  timeZone: string;
}

/** While the user types. */
const previewDelayMs = () => 500;

/** The next five due times of a schedule, or why it is not valid. */
function DuePreview({ period, cron, timeZone }: DuePreviewProps) {
  const schedule = useThrottledValue(JSON.stringify({ period, cron, time_zone: timeZone }), previewDelayMs);
  const { data, error } = useQuery(queries.heartbeatPreview(schedule));
  return (
    <div role="status" className="min-h-12 text-[0.8125rem]">
      <span className="font-medium">Next due times</span>
      {error ? <p className="text-(--down-fg)">{failureText(error)}</p> : null}
      {data && !error ? (
        <ol className="flex flex-wrap gap-x-5 gap-y-1 text-(--muted)">
          {data.due_at.map((at) => (
            <li key={at}>
              <Time value={at} />
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
