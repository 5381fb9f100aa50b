import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/messages';
import { overviewBadge } from '@upvigil/core/status/website-status';
import { memo } from 'react';
import { Badge } from '../../components/basics/badge.tsx';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { Time } from '../../components/time/time.tsx';

interface WebsiteCardProps {
  website: Website;
  onEdit: (website: Website) => void;
  onDelete: (website: Website) => void;
}

/** One website with what can be done to it. */
export const WebsiteCard = memo(function WebsiteCard({ website, onEdit, onDelete }: WebsiteCardProps) {
  const { id, name, description, created_at, url_count, network_monitor_count, status } = website;
  const { label, tone } = overviewBadge(status);
  return (
    <li className="card flex flex-col gap-3 [contain-intrinsic-size:auto_176px] [content-visibility:auto]">
      <div className="flex items-start justify-between gap-3">
        <h2>{name}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="line-clamp-3 wrap-anywhere text-(--muted)">{description || messages.empty.description}</p>
      <p className="text-xs text-(--muted)">
        {countOf(url_count, 'URL')} · {countOf(network_monitor_count, 'network service')} · Created{' '}
        <Time value={created_at} shape="date" />
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <a href={`/websites/${id}`} className={buttonClass()}>
          Open <span className="sr-only">{name}</span>
        </a>
        <Button className="ml-auto" onClick={() => onEdit(website)}>
          Edit <span className="sr-only">{name}</span>
        </Button>
        <Button onClick={() => onDelete(website)}>
          Delete <span className="sr-only">{name}</span>
        </Button>
      </div>
    </li>
  );
});
