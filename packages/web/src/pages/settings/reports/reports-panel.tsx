import { useQuery } from '@tanstack/react-query';
import type { Report } from '@upvigil/core/contract/reports';
import { limits } from '@upvigil/core/limits';
import { reportMessages } from '@upvigil/core/texts/reports';
import { dayWords } from '@upvigil/core/texts/route-sentences';
import { useState } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { ListHead, LoadedList } from '../../../components/lists/editable-list.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { ReportFormDialog } from './report-form-dialog.tsx';
import { type ReportActions, useReportActions } from './use-report-actions.ts';

/** Reports sent by email. */
export function ReportsPanel() {
  const query = useQuery(queries.reports());
  const actions = useReportActions();
  const [edited, setEdited] = useState<Report | null | undefined>(undefined);
  const { data } = query;
  const close = () => setEdited(undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead
        add="Add Report"
        isFull={data === undefined || data.length >= limits.reports}
        onAdd={() => setEdited(null)}
      >
        <p className="min-w-0 flex-[1_1_10rem] text-(--muted)">{reportMessages.about}</p>
      </ListHead>
      <LoadedList
        query={query}
        loadFailed={reportMessages.loadFailed}
        loading={320}
        empty={<EmptyState title={reportMessages.none}>{reportMessages.noneYet}</EmptyState>}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {(report) => <ReportCard key={report.id} report={report} actions={actions} onEdit={() => setEdited(report)} />}
      </LoadedList>
      {edited === undefined ? null : (
        <ReportFormDialog
          report={edited}
          save={async (input) => {
            await actions.save(edited, input);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ReportCardProps {
  report: Report;
  actions: ReportActions;
  onEdit: () => void;
}

function ReportCard({ report, actions, onEdit }: ReportCardProps) {
  const { name, enabled, next_at, last_sent_at, last_error, recipients } = report;
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await actions.send(report);
    setSending(false);
  };
  const of = <span className="sr-only">{name}</span>;
  return (
    <li className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-[0.9375rem] leading-5">{name}</h2>
        {enabled ? null : <Badge tone="none">Off</Badge>}
      </div>
      <div className="grid gap-1 wrap-anywhere text-(--muted)">
        <p>
          {reportTime(report)}, to {recipients.join(', ')}
        </p>
        <p>
          Next: {next_at ? <Time value={next_at} /> : 'never'} · Last sent:{' '}
          {last_sent_at ? <Time value={last_sent_at} /> : 'never'}
        </p>
      </div>
      {last_error ? <p className="wrap-anywhere text-(--down-fg)">Last error: {last_error}</p> : null}
      <div className="flex flex-wrap gap-2">
        <Button size="small" pending={isSending} pendingLabel="Sending..." onClick={() => void send()}>
          Send Now {of}
        </Button>
        <Button size="small" onClick={onEdit}>
          Edit {of}
        </Button>
        <Button size="small" onClick={() => void actions.remove(report)}>
          Delete {of}
        </Button>
      </div>
    </li>
  );
}

/** 'Every Mon at 08:00 (Europe/Berlin)'. */
const reportTime = ({ frequency, weekday, time, time_zone }: Report): string =>
  `Every ${frequency === 'daily' ? 'day' : dayWords[weekday]} at ${time} (${time_zone})`;
