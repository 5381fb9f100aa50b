import { useQuery } from '@tanstack/react-query';
import type { SessionInfo } from '@upvigil/core/contract/sessions';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { Button } from '../../../../components/basics/button.tsx';
import { Skeleton } from '../../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../../components/states/load-state.tsx';
import { Time } from '../../../../components/time/time.tsx';
import { Badge } from '../../../../components/tones/badge.tsx';
import { useChanges } from '../../../../use-changes.ts';
import { sessions } from '../access-queries.ts';

const { sessions: texts } = accessPageMessages;

/** Active sessions with a button that ends each. Logout ends the current one. */
export function SessionList() {
  const query = useQuery(sessions());
  const end = useSessionEnd();
  return (
    <section className="grid gap-3 border-t border-(--border) pt-5" aria-labelledby="sessions">
      <h3 id="sessions">Sessions</h3>
      <LoadState query={query} title={texts.loadFailed}>
        <Skeleton height={120} />
      </LoadState>
      <ul className="m-0 list-none p-0 empty:hidden">
        {query.data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
    </section>
  );
}

/** No confirmation, because the user of an ended session can sign in again. */
function useSessionEnd(): (session: SessionInfo) => Promise<unknown> {
  const { attempt } = useChanges([sessions().queryKey]);
  return ({ id }) => attempt((client) => client.sessions.remove({ params: { sessionId: id } }), texts.endFailed);
}

const clientWords = { browser: 'Browser', cli: 'Terminal', api: 'Program' } as const;

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => Promise<unknown> }) {
  const { user_name, client, ip, created_at, last_used_at, is_current } = session;
  const from = ip === null ? '' : ` from ${ip}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-(--border) py-3">
      <div className="min-w-0 flex-[1_1_10rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="m-0 font-medium wrap-anywhere">{user_name}</p>
          {is_current ? <Badge tone="up">This session</Badge> : null}
        </div>
        <p className="m-0 wrap-anywhere text-(--muted)">
          {clientWords[client]}
          {from}, since <Time value={created_at} /> · Last used <Time value={last_used_at} />
        </p>
      </div>
      {is_current ? null : (
        <Button size="small" onClick={() => void onEnd()}>
          End <span className="sr-only">{`the session of ${user_name}${from}`}</span>
        </Button>
      )}
    </li>
  );
}
