import type { Alert } from '@upvigil/core/contract/alerts';
import type { WebsiteHistory } from '@upvigil/core/contract/websites';
import { stretchState } from '@upvigil/core/status/monitor-state';
import { outagesFromAlerts } from '@upvigil/core/status/outages';
import { dayBar, type PulseBar, slowBar } from '@upvigil/core/status/pulse-geometry';
import { problemOf } from '@upvigil/core/texts/problems';
import { minuteMs } from '@upvigil/core/time';

/** A website of a comparison with the look of its line. */
export interface ComparedWebsite {
  id: number;
  name: string;
  color: string;
  /** `stroke-dasharray`; empty for a solid line. */
  dash: string;
  /** Undefined while it is loading. */
  history: WebsiteHistory | undefined;
}

/** One moment of the chart, in ms since the epoch; times in seconds by the id of a website, absent without a measurement. */
export interface ComparedRow {
  at: number;
  medians: Readonly<Record<number, number | null>>;
  bands: Readonly<Record<number, readonly [number, number] | null>>;
}

/** The stretches of all websites, merged by their middle. */
export function comparedRows(websites: readonly ComparedWebsite[]): ComparedRow[] {
  const rows = new Map<
    number,
    { medians: Record<number, number | null>; bands: Record<number, [number, number] | null> }
  >();
  for (const { id, history } of websites) {
    const half = ((history?.stretch_minutes ?? 0) * minuteMs) / 2;
    for (const { time, p50_response_time: median, p95_response_time: high } of history?.history ?? []) {
      const at = Date.parse(time) + half;
      const row = rows.get(at) ?? { medians: {}, bands: {} };
      row.medians[id] = median;
      row.bands[id] = median === null || high === null ? null : [median, high];
      rows.set(at, row);
    }
  }
  return [...rows].sort(([one], [other]) => one - other).map(([at, row]) => ({ at, ...row }));
}

/** The states of a website over the time of the chart. */
export function comparedBars(history: WebsiteHistory, from: number, to: number): PulseBar[] {
  const width = history.stretch_minutes * minuteMs;
  const bars = Array.from({ length: Math.max(1, Math.ceil((to - from) / width)) }, () => dayBar('none', 0));
  const tones = { unknown: 'none', down: 'down', partial: 'warn', up: 'up' } as const;
  for (const stretch of history.history) {
    const index = Math.floor((Date.parse(stretch.time) - from) / width);
    const state = stretchState(stretch);
    if (!(index in bars) || state === 'unknown') continue;
    const lost = (width / 1000) * (stretch.failures / stretch.checks);
    bars[index] = state === 'slow' ? slowBar : dayBar(tones[state], lost);
  }
  return bars;
}

/** How often and for how long something of a website was down within a time, by its alerts. */
export function timeDown(alerts: readonly Alert[], websiteId: number, { from, to }: { from: number; to: number }) {
  const outages = outagesFromAlerts(alerts.filter(({ website_id }) => website_id === websiteId))
    .filter(({ alert }) => problemOf(alert) === 'outage')
    .map(({ started_at, ended_at, isOpen }) => ({
      from: started_at ?? from,
      to: isOpen ? to : (ended_at ?? started_at ?? from),
    }))
    .filter((outage) => outage.to >= from && outage.from <= to)
    .sort((a, b) => a.from - b.from);
  let ms = 0;
  let end = from;
  for (const outage of outages) {
    ms += Math.max(0, Math.min(outage.to, to) - Math.max(outage.from, end));
    end = Math.max(end, outage.to);
  }
  return { outages: outages.length, ms };
}
