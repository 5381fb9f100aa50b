import { checkBars, type RecentChecks } from '@upvigil/core/status/pulse-geometry';
import { memo, useMemo } from 'react';
import { useIsAway } from '../../reachability/watch-server.ts';
import { PulseStrip } from './pulse-strip.tsx';

interface CheckStripProps {
  /** Name of the monitor, part of the accessible name. */
  of: string;
  checks: RecentChecks;
  /** Slow threshold in seconds. */
  threshold: number;
  /** Number of checks that fit. */
  count?: number;
  height?: number;
}

const checksShown = 48;
/** Dots at the end while the server is away, for checks that are not known here. */
const unknownChecks = 4;

const noChecks: RecentChecks = { states: '', ms: [] };

/** Latest checks of a monitor; the height of a bar shows the response time. */
export const CheckStrip = memo(function CheckStrip(props: CheckStripProps) {
  const { of, checks, threshold, count = checksShown, height = 26 } = props;
  const unknown = useIsAway() ? unknownChecks : 0;
  const bars = useMemo(
    () => [...checkBars(checks, threshold, count - unknown), ...checkBars(noChecks, threshold, unknown)],
    [checks, threshold, count, unknown],
  );
  return (
    <PulseStrip
      bars={bars}
      label={describeChecks(of, checks.states.slice(unknown - count))}
      height={height}
      barPx={3.5}
    />
  );
});

/** 'Last 48 checks of Checkout: 45 up, 1 slow, 2 failed' */
export function describeChecks(of: string, states: string): string {
  const countOf = (letter: string) => [...states].filter((state) => state === letter).length;
  const parts = [
    [countOf('u'), 'up'],
    [countOf('s'), 'slow'],
    [countOf('d'), 'failed'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (counts.length === 0) return `No checks of ${of} yet`;
  return `Last ${states.length === 1 ? 'check' : `${states.length} checks`} of ${of}: ${counts.join(', ')}`;
}
