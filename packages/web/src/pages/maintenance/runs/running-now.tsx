import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { useState } from 'react';
import { publicPage } from '../../../alerting/alert-tabs.tsx';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { TextArea } from '../../../components/forms/inputs.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { detailOr } from '../../../failures.ts';
import type { MaintenanceActions } from '../use-maintenance-actions.ts';
import { RunTitle, type TargetsOf } from './run-title.tsx';

interface RunningNowProps {
  runs: readonly MaintenanceRun[];
  targets: TargetsOf;
  actions: MaintenanceActions;
}

/** Current runs, and runs within their grace period of two minutes. */
export function RunningNow({ runs, ...rest }: RunningNowProps) {
  const going = runs.filter(({ state }) => state === 'in_progress' || state === 'verifying');
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Now">
      <h2>Now</h2>
      {going.length === 0 ? <p className="text-(--muted)">{texts.nothingNow}</p> : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {going.map((run) => (
          <GoingRun key={run.id} run={run} {...rest} />
        ))}
      </ul>
    </section>
  );
}

function GoingRun({ run, targets, actions }: Omit<RunningNowProps, 'runs'> & { run: MaintenanceRun }) {
  const [isExtending, setExtending] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const extend = async () => {
    setExtending(true);
    await actions.extend(run);
    setExtending(false);
  };
  const of = <span className="sr-only">{run.title}</span>;
  const isVerifying = run.state === 'verifying';
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid min-w-0 flex-[1_1_10rem] gap-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <Badge tone="info">{isVerifying ? 'Verifying' : 'In progress'}</Badge>
          <span className="text-(--muted)">
            {isVerifying ? 'ended ' : 'until '}
            <Time value={run.ends_at} />
            {isVerifying ? '' : `, ${shortDuration(Math.max(0, Date.parse(run.ends_at) - Date.now()))} left`}
          </span>
        </p>
        <RunTitle run={run} targets={targets} />
        {run.public ? null : <p className="text-xs text-(--hint)">{texts.noUpdates}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {run.public ? (
          <Button size="small" onClick={() => setWriting(true)}>
            Post Update {of}
          </Button>
        ) : null}
        {isVerifying ? null : (
          <>
            <Button size="small" pending={isExtending} onClick={() => void extend()}>
              +30 min {of}
            </Button>
            <Button size="small" onClick={() => void actions.end(run)}>
              End Now {of}
            </Button>
          </>
        )}
      </div>
      {run.public ? <WrittenUpdates run={run} /> : null}
      {isWriting ? <RunUpdateDialog run={run} onClose={() => setWriting(false)} /> : null}
    </li>
  );
}

/** Written updates of a run, as the public pages have them, newest first. */
function WrittenUpdates({ run }: { run: MaintenanceRun }) {
  const { data: updates = [] } = useQuery({
    ...publicPage(),
    select: ({ maintenances }) => maintenances.find(({ id }) => id === run.id)?.updates ?? [],
  });
  if (updates.length === 0) return null;
  return (
    <ul aria-label={`Updates of ${run.title}`} className="grid basis-full gap-1 text-[0.8125rem]">
      {updates.map(({ created_at, body }) => (
        <li key={created_at} className="flex gap-3">
          <span className="shrink-0 text-(--muted)">
            <Time value={created_at} />
          </span>
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">{body}</span>
        </li>
      ))}
    </ul>
  );
}

/** Writes an update of a run, for the public pages. */
function RunUpdateDialog({ run, onClose }: { run: MaintenanceRun; onClose: () => void }) {
  const { notify } = useDialogs();
  const queryClient = useQueryClient();
  return (
    <FormDialog<{ body: string }, { body: string }>
      title={`Post Update: ${run.title}`}
      onClose={onClose}
      fields={[({ field }) => <TextArea label="Text" rows={6} hint={texts.updateHint} {...field('body')} />]}
      loadSchema={async () => (await import('@upvigil/core/contract/maintenance')).maintenanceUpdateInput}
      defaultValues={{ body: '' }}
      save={async (body) => {
        await (await api()).maintenance.addUpdate({ params: { runId: run.id }, body });
        notify(texts.updated);
        void queryClient.invalidateQueries({ queryKey: publicPage().queryKey });
        onClose();
      }}
      failure={(error) => detailOr(error, texts.updateFailed)}
    />
  );
}
