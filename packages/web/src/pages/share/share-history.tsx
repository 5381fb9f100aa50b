import type { SharedHistory, SharedWebsite } from '@upvigil/core/contract/shares';
import { defaults } from '@upvigil/core/defaults';
import { dayBar, type PulseBar } from '@upvigil/core/status/pulse-geometry';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { useMemo } from 'react';
import { ResponseTimeChart } from '../../components/charts/response-time-chart.tsx';
import { Ledger, LedgerFigure } from '../../components/figures/ledger.tsx';
import { PulseStrip } from '../../components/pulse/pulse-strip.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { figures } from '../../language/figures.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { timeWords } from './time-words.ts';

interface ShareHistoryProps {
  data: SharedWebsite;
  days: number;
  onDays: (days: number) => void;
  /** End of the axis in ms since the epoch. */
  until: number;
}

const choices = [7, 30, 90, 365];
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** Uptime and load times of the website over the selected days. */
export function ShareHistory({ data, days, onDays, until }: ShareHistoryProps) {
  const words = publicTexts('share');
  const { figures: whole, history } = data;
  const label = words.uptimeOver({ time: timeWords(data.days) });
  const pieceSeconds = data.days <= defaults.shareHourlyDays ? hourSeconds : daySeconds;
  const bars = useMemo(
    () => historyBars(history, { days: data.days, until, pieceSeconds }),
    [history, data.days, until, pieceSeconds],
  );
  const points = useMemo(
    () => history.map(({ time, p50_response_time }) => ({ time, value: p50_response_time })),
    [history],
  );
  return (
    <>
      <label className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
        {words.time}
        <select className="control" value={days} onChange={({ target }) => onDays(Number(target.value))}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {timeWords(choice)}
            </option>
          ))}
        </select>
      </label>
      <Ledger columns={4}>
        <LedgerFigure label={words.uptime} value={figures().percent(whole.uptime)} tone={uptimeTone(whole.uptime)} />
        <LedgerFigure label={words.median} value={<Elapsed seconds={whole.p50_response_time} />} />
        <LedgerFigure label={words.p95} value={<Elapsed seconds={whole.p95_response_time} />} />
        <LedgerFigure label={words.p99} value={<Elapsed seconds={whole.p99_response_time} />} />
      </Ledger>
      {history.length === 0 ? null : (
        <div className="card">
          <p className="mb-1 text-xs">{label}</p>
          <PulseStrip bars={bars} label={`${label}: ${figures().percent(whole.uptime)}`} height={22} barPx={4} />
          <div className="mt-4">
            <ResponseTimeChart
              label={words.median}
              of={data.name}
              points={points}
              height={defaults.statusChartHeightPx}
              unit="s"
              gapSeconds={pieceSeconds * 1.5}
              until={until}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** A period that ends at `until` (ms since the epoch), in steps of `pieceSeconds`: hours or UTC days. */
interface Stretch {
  days: number;
  until: number;
  pieceSeconds: number;
}

/** One bar for each step, oldest first; a dot for a step without checks, so that gaps are visible. */
export function historyBars(history: SharedHistory, { days, until, pieceSeconds }: Stretch): PulseBar[] {
  const known = new Map(history.map((piece) => [pieceOf(Date.parse(piece.time), pieceSeconds), piece]));
  const last = pieceOf(until, pieceSeconds);
  const count = (days * daySeconds) / pieceSeconds;
  return Array.from({ length: count }, (_, at) => {
    const piece = known.get(last - count + 1 + at);
    return piece ? barOf(piece) : dayBar('none', 0);
  });
}

const pieceOf = (ms: number, pieceSeconds: number): number => Math.floor(ms / (pieceSeconds * 1000));

const barOf = ({ checks, uptime }: SharedHistory[number]): PulseBar =>
  dayBar(uptimeTone(uptime), lostSeconds(checks, uptime));

/** Downtime as if the checks were spread over a day, so that the height of the bar shows the proportion of failures. */
const lostSeconds = (checks: number, uptime: number | null): number =>
  checks === 0 || uptime === null ? 0 : ((100 - uptime) / 100) * daySeconds;
