import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupSchedule, BackupScheduleSettings } from '@upvigil/core/contract/backup';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/texts/backup';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import type { FormField } from '../../components/forms/form-field.ts';
import { FormFields } from '../../components/forms/form-fields.tsx';
import { FormNotes } from '../../components/forms/form-frame.tsx';
import { ownTimeZone } from '../../components/forms/time-zone-field.tsx';
import { useContractForm } from '../../components/forms/use-contract-form.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { Time } from '../../components/time/time.tsx';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { detailOr } from '../../failures.ts';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { useUnsavedChanges } from '../../shell/boundary/unsaved-changes.tsx';

const scheduleQuery = () =>
  queryOptions({
    queryKey: ['backups', 'schedule'],
    queryFn: async ({ signal }) => (await api()).backup.getSchedule({ signal }),
  });

/** The daily backup: schedule, next attempt and last result. */
export function DailyBackup() {
  const query = useQuery(scheduleQuery());
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2>{backupMessages.scheduleTitle}</h2>
      <LoadState query={query} title="Could not load the daily backup">
        <Skeleton height={220} />
      </LoadState>
      {query.data ? <Result schedule={query.data} /> : null}
      {query.data ? <ScheduleForm schedule={query.data} /> : null}
    </section>
  );
}

function Result({ schedule: { enabled, next_at, last_at, last_error, names } }: { schedule: BackupSchedule }) {
  if (!enabled && last_at === null) return <p className="text-(--muted)">{backupMessages.scheduleOff}</p>;
  return (
    <div className="grid gap-1 text-(--muted)">
      {last_error ? (
        <p className="flex items-start gap-2 font-medium wrap-anywhere text-(--down-fg)">
          <span className="mt-1">
            <ToneIcon tone="down" />
          </span>
          {last_error}
        </p>
      ) : null}
      <p>
        {next_at ? (
          <>
            Next attempt: <Time value={next_at} />.{' '}
          </>
        ) : null}
        {last_at ? (
          <>
            Last success: <Time value={last_at} />, {names.length} kept.
          </>
        ) : null}
      </p>
    </div>
  );
}

const fields: readonly FormField<BackupScheduleSettings>[] = [
  { kind: 'switch', name: 'enabled', label: 'Create a backup every day' },
  {
    kind: 'row',
    fields: [
      { kind: 'time', name: 'time', label: 'Time' },
      {
        kind: 'number',
        name: 'keep',
        label: 'Keep',
        unit: 'backups',
        range: limits.keptScheduled,
        hint: backupMessages.scheduleKeeps,
      },
    ],
  },
  { kind: 'time-zone', name: 'time_zone' },
];

function ScheduleForm({ schedule }: { schedule: BackupSchedule }) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm = useContractForm<BackupScheduleSettings, BackupScheduleSettings>({
    loadSchema: async () => (await import('@upvigil/core/contract/backup')).backupScheduleSettings,
    defaultValues: settingsOf(schedule),
    save: async (body, form) => {
      const saved = await (await api()).backup.updateSchedule({ body });
      form.reset(settingsOf(saved));
      queryClient.setQueryData(scheduleQuery().queryKey, saved);
      notify(backupMessages.scheduleSaved);
    },
    failure: (error) => detailOr(error, backupMessages.scheduleFailed),
  });
  const { form, onSubmit, isSaving } = contractForm;
  useUnsavedChanges(form.formState.isDirty);
  const isAway = useIsAway();
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormFields contractForm={contractForm} fields={fields} />
      <FormNotes contractForm={contractForm} />
      <div>
        <Button
          type="submit"
          kind="primary"
          pending={isSaving}
          pendingLabel="Saving..."
          disabled={isAway}
          title={isAway ? needsServer : undefined}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

/** A schedule that was never on starts with the zone of this browser. */
const settingsOf = ({ enabled, time, time_zone, keep, last_at }: BackupSchedule): BackupScheduleSettings => ({
  enabled,
  time,
  time_zone: enabled || last_at !== null || time_zone !== 'UTC' ? time_zone : ownTimeZone(),
  keep,
});
