import { useQuery } from '@tanstack/react-query';
import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import { formatDuration } from '@upvigil/core/format/duration';
import { heartbeatSetups } from '@upvigil/core/texts/heartbeat-setup';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import type { ReactNode } from 'react';
import { WaitsForParent } from '../../../alerting/waits-for-parent.tsx';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { CopyText } from '../../../components/secrets/made-secret-dialog.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Time } from '../../../components/time/time.tsx';

interface HeartbeatDetailsProps {
  heartbeat: Heartbeat;
  onRotate: () => void;
}

/** Last run with its output, and how a job reports its runs. */
export function HeartbeatDetails({ heartbeat, onRotate }: HeartbeatDetailsProps) {
  const { ping_url, push_url, secrets_missing, time_zone_hint } = heartbeat;
  const mayWrite = ping_url !== null || secrets_missing;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <section className="grid content-start gap-3">
        <h3 className="text-sm font-medium">Last run</h3>
        <WaitsForParent monitor={heartbeat} />
        <Facts heartbeat={heartbeat} />
        {time_zone_hint ? <p className="text-(--warn-fg)">{time_zone_hint}</p> : null}
        {mayWrite ? <LastOutput heartbeat={heartbeat} /> : null}
      </section>
      <section className="grid content-start gap-3">
        <h3 className="text-sm font-medium">Report a run</h3>
        {secrets_missing ? <p className="text-(--warn-fg)">{heartbeatMessages.secretsMissing}</p> : null}
        {mayWrite ? null : <p className="text-(--muted)">{heartbeatMessages.addressHidden}</p>}
        {heartbeatSetups(heartbeat).map(({ label, text }) => (
          <Snippet key={label} label={label} text={text} />
        ))}
        {ping_url ? <Snippet label="Ping address" text={ping_url} /> : null}
        {push_url ? <Snippet label="Push address" text={push_url} /> : null}
        {mayWrite ? (
          <Button className="justify-self-start" onClick={onRotate}>
            Rotate key
          </Button>
        ) : null}
      </section>
    </div>
  );
}

function Facts({ heartbeat: { last_run, next_due_at, grace, max_runtime } }: { heartbeat: Heartbeat }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem]">
      <Fact name="Started">{last_run?.started_at ? <Time value={last_run.started_at} /> : '-'}</Fact>
      <Fact name="Ended">{last_run?.ended_at ? <Time value={last_run.ended_at} /> : '-'}</Fact>
      <Fact name="Runtime">{typeof last_run?.runtime === 'number' ? formatDuration(last_run.runtime) : '-'}</Fact>
      <Fact name="Exit code">{last_run?.code ?? '-'}</Fact>
      <Fact name="Next due">{next_due_at ? <Time value={next_due_at} /> : '-'}</Fact>
      <Fact name="Grace period">{formatDuration(grace)}</Fact>
      {max_runtime === null ? null : <Fact name="Maximum runtime">{formatDuration(max_runtime)}</Fact>}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-(--muted)">{name}</dt>
    <dd>{children}</dd>
  </>
);

/** The text of the newest ping that has one. */
function LastOutput({ heartbeat: { id, website_id } }: { heartbeat: Heartbeat }) {
  const pings = useQuery(queries.heartbeatPings(website_id, id));
  const newest = pings.data?.find(({ has_text }) => has_text);
  const ping = useQuery({ ...queries.heartbeatPing(website_id, id, newest?.n ?? 0), enabled: newest !== undefined });
  const text = ping.data?.text;
  return (
    <>
      <h3 className="text-sm font-medium">Last output</h3>
      <LoadState query={newest ? ping : pings} title="Could not load the output">
        <Skeleton height={64} />
      </LoadState>
      {pings.data && !newest ? (
        <p className="text-[0.8125rem] text-(--muted)">No run has sent any output yet.</p>
      ) : null}
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for the keyboard
        <pre className={`${codeClass} max-h-72`} tabIndex={0}>
          {text}
        </pre>
      ) : null}
    </>
  );
}

const codeClass =
  'overflow-auto rounded-md border border-(--border) bg-(--surface) px-3 py-2 text-xs leading-5 whitespace-pre-wrap wrap-anywhere';

const Snippet = ({ label, text }: { label: string; text: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-xs text-(--muted)">{label}</span>
      <CopyText text={text} of={label} />
    </div>
    <pre className={codeClass}>{text}</pre>
  </div>
);
