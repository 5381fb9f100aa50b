import { useQuery } from '@tanstack/react-query';
import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { HeartPulse } from 'lucide-react';
import { Suspense } from 'react';
import * as queries from '../../../api/queries.ts';
import { ListHead, LoadedList } from '../../../components/lists/editable-list.tsx';
import { useOpenRow, useScrollToOpen } from '../../../components/rows/use-open-row.ts';
import { NothingYet } from '../../../components/states/empty-state.tsx';
import { useEditedMonitor } from '../../../monitors/use-edited-monitor.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { HeartbeatRow } from './heartbeat-row.tsx';
import { useHeartbeatActions } from './use-heartbeat-actions.ts';

const HeartbeatFormDialog = lazyPart(async () => ({
  default: (await import('./heartbeat-form-dialog.tsx')).HeartbeatFormDialog,
}));

/** Heartbeats of a website. The address contains the open one. */
export function HeartbeatPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.heartbeatsOfWebsite(websiteId));
  const actions = useHeartbeatActions(websiteId);
  const form = useEditedMonitor<Heartbeat>(query.data);
  const { edited, copied } = form;
  const [openId, toggle] = useOpenRow();
  const list = useScrollToOpen<HTMLDivElement>(openId);
  const add = () => form.edit(null);
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {query.data?.length ? (
        <ListHead add="Add Heartbeat" isFull={false} onAdd={add}>
          <p className="text-(--muted)">{heartbeatKind.summary}</p>
        </ListHead>
      ) : null}
      <LoadedList
        query={query}
        loadFailed="Could not load the heartbeats"
        loading={160}
        empty={
          <NothingYet
            title={heartbeatMessages.none}
            icon={<HeartPulse strokeWidth={1.5} />}
            add="Add Heartbeat"
            onAdd={add}
          >
            {heartbeatKind.summary}
          </NothingYet>
        }
        className="card overflow-clip p-0"
      >
        {(heartbeat) => (
          <HeartbeatRow
            key={heartbeat.id}
            heartbeat={heartbeat}
            isOpen={openId === heartbeat.id}
            onToggle={toggle}
            onEdit={form.edit}
            onDuplicate={form.duplicate}
            actions={actions}
          />
        )}
      </LoadedList>
      <Suspense fallback={null}>
        {edited === undefined ? null : (
          <HeartbeatFormDialog
            heartbeat={edited}
            copied={copied}
            save={(input) => actions.save(edited, input, copied)}
            onClose={form.close}
          />
        )}
      </Suspense>
    </div>
  );
}
