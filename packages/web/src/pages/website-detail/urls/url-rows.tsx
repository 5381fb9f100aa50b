import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { firstScreenRows } from '../../../components/lists/use-near-row.ts';
import type { Density } from '../../../components/rows/data-row.tsx';
import { useScrollToOpen } from '../../../components/rows/use-open-row.ts';
import { UrlRow, UrlRowsHead } from './url-row.tsx';
import type { UrlActions } from './use-url-actions.ts';

interface UrlRowsProps {
  urls: readonly UrlMonitor[];
  density: Density;
  openId: number | null;
  onToggle: (urlId: number) => void;
  actions: UrlActions;
  onEdit: (url: UrlMonitor) => void;
  onDuplicate: (url: UrlMonitor) => void;
}

/** Rows of URLs. The history of a URL opens below its row. */
export function UrlRows({ urls, density, openId, ...handlers }: UrlRowsProps) {
  const list = useScrollToOpen<HTMLUListElement>(openId);
  return (
    <>
      <UrlRowsHead density={density} />
      <ul ref={list}>
        {urls.map((url, at) => (
          <UrlRow
            key={url.id}
            url={url}
            density={density}
            isFirst={at < firstScreenRows}
            isOpen={url.id === openId}
            {...handlers}
          />
        ))}
      </ul>
    </>
  );
}
