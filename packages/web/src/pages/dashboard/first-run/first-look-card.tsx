import { useQuery } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { urlStateBadge } from '@upvigil/core/status/url-state';
import { Link } from 'react-router-dom';
import { screenshotUrl } from '../../../api/addresses.ts';
import { urlsOfWebsite } from '../../../api/queries.ts';
import { buttonClass } from '../../../components/basics/button.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import type { FirstLook } from './use-first-website.ts';

/** Result of the first check, with the screenshot when it is available. */
export function FirstLookCard({ look: { website, url, check } }: { look: FirstLook }) {
  const { data: urls } = useQuery(urlsOfWebsite(website.id));
  const now = urls?.find(({ id }) => id === url.id);
  const picture = now?.newest_screenshot?.path ?? check.screenshot_path;
  const address = withoutCredentials(url.url);
  const { label, tone } = urlStateBadge(check.status_code);
  return (
    <div className="mt-5 overflow-hidden rounded-[10px] border border-(--border)">
      <div className="flex flex-wrap items-center gap-x-4.5 gap-y-3 px-4 py-3.5">
        {picture ? (
          <img
            src={screenshotUrl(picture)}
            alt={`Screenshot of ${address}`}
            width={112}
            height={70}
            className="h-17.5 w-28 rounded-md border border-(--border-strong) object-cover object-top [filter:brightness(var(--picture-brightness))]"
          />
        ) : null}
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <strong className="text-base font-semibold wrap-anywhere">{website.name}</strong>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="mt-1 text-[0.8125rem] wrap-anywhere text-(--muted)">
            {address} {answerOf(check)} at <Time value={check.checked_at} shape="clock" />
          </p>
        </div>
        <Link to={`/websites/${website.id}`} className={buttonClass('quiet', 'small')}>
          Open <span className="sr-only">{website.name}</span>
        </Link>
      </div>
      <dl className="grid grid-cols-2 border-t border-(--border) bg-(--sunken) sm:grid-cols-4">
        {check.response_time === null ? null : (
          <div className="px-4 py-2.5">
            <dt className="text-xs text-(--muted)">Load time</dt>
            <dd className="text-[0.9375rem] font-semibold">
              <Elapsed seconds={check.response_time} />
            </dd>
          </div>
        )}
        <div className="px-4 py-2.5">
          <dt className="text-xs text-(--muted)">Checked again</dt>
          <dd className="text-[0.9375rem] font-semibold">every {url.check_interval} s</dd>
        </div>
      </dl>
    </div>
  );
}

function answerOf({ status_code, error_message }: UrlCheck): string {
  if (status_code !== null) return `responded with ${status_code}`;
  return error_message ? `did not respond (${error_message})` : 'did not respond';
}
