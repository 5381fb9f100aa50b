import { memo, useMemo } from 'react';
import { checkBars, type RecentChecks } from './pulse-geometry.ts';
import { PulseStrip } from './pulse-strip.tsx';

interface CheckStripProps {
  /** Whose checks they are; part of its name for screen readers. */
  of: string;
  checks: RecentChecks;
  /** In seconds: what is slower counts as slow. */
  threshold: number;
  /** How many checks there is place for. */
  count?: number;
  /** In px. */
  height?: number;
}

const checksShown = 48;

/** The last checks of a monitor: a heartbeat whose height is the time of the answer. */
export const CheckStrip = memo(function CheckStrip(props: CheckStripProps) {
  const { of, checks, threshold, count = checksShown, height = 26 } = props;
  const bars = useMemo(() => checkBars(checks, threshold, count), [checks, threshold, count]);
  return <PulseStrip bars={bars} label={describeChecks(of, checks.states.slice(-count))} height={height} barPx={3.5} />;
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
