import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { formatPercent } from '@upvigil/core/format/percent';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import { type ReactNode, useMemo } from 'react';
import { PulseStrip } from '../../components/pulse/pulse-strip.tsx';
import { describeStrip, stripDays, stripUptime } from '../../components/pulse/strip-days.ts';
import { Time } from '../../components/time/time.tsx';
import { Badge } from '../../components/tones/badge.tsx';
import { logFailure } from '../../failures.ts';
import { loadEnglishPages } from '../../language/page-language.ts';
import { overviewHeadline, problemsFirst } from '../../public/overview-headline.ts';
import { overviewSource, readPublic } from '../../public/public-source.ts';

/** Number of websites that fit beside the form without scrolling. */
const shownWebsites = 5;

/** Public status beside the form. Null without websites, or if the request fails. */
export async function readPublicSide(rememberAs: string): Promise<ReactNode> {
  const [items] = await Promise.all([readItems(), loadEnglishPages()]);
  if (items.length === 0) {
    localStorage.removeItem(rememberAs);
    return null;
  }
  localStorage.setItem(rememberAs, '');
  return <PublicSide items={items} readAt={Date.now()} />;
}

async function readItems(): Promise<readonly StatusOverviewItem[]> {
  try {
    return (await readPublic(overviewSource, new AbortController().signal)).data;
  } catch (error) {
    logFailure('Could not load the public status:', error);
    return [];
  }
}

/** Headline and thirty days of the first websites, those with problems first. */
function PublicSide({ items, readAt }: { items: readonly StatusOverviewItem[]; readAt: number }) {
  const { tone, sentence } = overviewHeadline(items);
  return (
    <aside
      aria-label="Public status"
      className="grid content-center justify-items-center border-l border-(--border) bg-(--surface) p-12 max-lg:p-8 max-md:hidden"
    >
      <div className="grid w-full max-w-[480px] gap-6.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-(--muted)">
          <Badge tone={tone}>{sentence}</Badge>
          <Time value={new Date(readAt).toISOString()} shape="clock" />
        </p>
        <ul className="grid gap-4.5">
          {problemsFirst(items)
            .slice(0, shownWebsites)
            .map((item) => (
              <WebsiteDays key={item.id} item={item} />
            ))}
        </ul>
        <p className="text-xs text-(--muted)">Public status of the last 30 days</p>
      </div>
    </aside>
  );
}

function WebsiteDays({ item: { name, daily_uptime } }: { item: StatusOverviewItem }) {
  const days = useMemo(() => stripDays(daily_uptime), [daily_uptime]);
  const bars = useMemo(() => days.map((day) => dayBar(day.tone, day.lostSeconds)), [days]);
  return (
    <li>
      <p className="mb-1.5 flex justify-between gap-3 text-[0.8125rem]">
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-(--muted)">{formatPercent(stripUptime(days))}</span>
      </p>
      <PulseStrip bars={bars} label={describeStrip(`Last 30 days of ${name}`, days)} height={26} barPx={8} />
    </li>
  );
}
