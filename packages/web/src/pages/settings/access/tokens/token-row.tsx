import type { ApiToken } from '@upvigil/core/contract/tokens';
import { defaults } from '@upvigil/core/defaults';
import { dayMs } from '@upvigil/core/time';
import { Button } from '../../../../components/basics/button.tsx';
import { Time } from '../../../../components/time/time.tsx';
import { Badge } from '../../../../components/tones/badge.tsx';

/** One token: scopes, creator, expiry, and time and address of its last use. */
export function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, scopes, prefix, created_at, created_by, expires_at, last_used_at, last_used_ip } = token;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-(--border) py-3">
      <div className="min-w-0 flex-[1_1_10rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="m-0 font-medium wrap-anywhere">{name}</p>
          <Ending expiresAt={expires_at} />
        </div>
        <p className="m-0 wrap-anywhere">
          <code>{prefix}…</code> · {scopes.join(', ')}
        </p>
        <p className="m-0 wrap-anywhere text-(--muted)">
          Created by {created_by}, <Time value={created_at} /> · {expires_at ? 'Expires ' : 'Never expires'}
          {expires_at ? <Time value={expires_at} /> : null}
        </p>
        <p className="m-0 wrap-anywhere text-(--muted)">
          {last_used_at ? 'Last used ' : 'Never used'}
          {last_used_at ? <Time value={last_used_at} /> : null}
          {last_used_ip ? ` from ${last_used_ip}` : ''}
        </p>
      </div>
      <Button size="small" onClick={onRevoke}>
        Revoke <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}

function Ending({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - Date.now();
  if (left <= 0) return <Badge tone="down">Expired</Badge>;
  return left <= defaults.apiToken.warnDays[0] * dayMs ? <Badge tone="warn">Expires soon</Badge> : null;
}
