import type { SharedWebsite } from '@upvigil/core/contract/shares';
import { defaults } from '@upvigil/core/defaults';
import { overallBadge } from '@upvigil/core/status/public-badges';
import { maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import { shownOverall } from '@upvigil/core/status/website-status';
import { useState } from 'react';
import { Spinner } from '../../components/basics/spinner.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { inPageLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { stateTexts } from '../../language/state-texts.ts';
import type { PublicPageProps } from '../../public/public-page-props.ts';
import { LoadFailure } from '../../public/public-view.tsx';
import { StatusFooter } from '../../public/status-footer.tsx';
import { Verdict } from '../../public/verdict.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { RecentIncidents } from '../status-detail/recent-incidents.tsx';
import { ShareHistory } from './share-history.tsx';
import { SharedServices } from './shared-services.tsx';
import { type Share, useShare } from './use-share.ts';

/** Loads the page with the catalogue of its language. */
export const openSharePage = () => inPageLanguage(SharePage, 'share');

/** Shared view of one website, for anyone with the link. */
function SharePage({ link = '' }: PublicPageProps) {
  const [days, setDays] = useState<number>(defaults.shareDays);
  const share = useShare(link, days);
  if (share.isDead) return <DeadLink />;
  const { data } = share;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <div className={data ? '' : 'sr-only'}>
          <PageHeading title={data?.name ?? publicTexts('detail').websiteStatus} />
        </div>
        {data?.description ? <p className="mt-0.5 wrap-anywhere text-(--muted)">{data.description}</p> : null}
        {data ? (
          <p className="mt-0.5 text-[0.8125rem] text-(--muted)">
            {publicTexts('share').until({ day: formatTime(data.expires_at, 'dateTime') })}
          </p>
        ) : null}
      </div>
      {share.hasFailed ? <LoadFailure {...share} /> : null}
      {data ? <Shown data={data} share={share} days={days} onDays={setDays} /> : null}
      {data || share.hasFailed ? null : <Spinner />}
      <LanguageSwitch />
    </div>
  );
}

function Shown({
  data,
  share,
  ...chosen
}: {
  data: SharedWebsite;
  share: Share;
  days: number;
  onDays: (days: number) => void;
}) {
  const badge = data.maintenance
    ? maintenanceBadge(stateTexts())
    : overallBadge(shownOverall(data.overall_status, data.services), stateTexts());
  return (
    <>
      {share.hasFailed ? null : <Verdict tone={badge.tone} sentence={badge.label} />}
      <ShareHistory data={data} until={share.loadedAt ?? 0} {...chosen} />
      <SharedServices data={data} until={share.loadedAt ?? 0} />
      {data.alerts.length === 0 ? null : <RecentIncidents incidents={data.alerts} />}
      <StatusFooter loadedAt={share.loadedAt} />
    </>
  );
}

function DeadLink() {
  const words = publicTexts('share');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeading title={words.dead} />
      <p className="text-(--muted)">{words.deadAbout}</p>
      <LanguageSwitch />
    </div>
  );
}
