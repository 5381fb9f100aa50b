import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import type { Phases } from '@upvigil/core/contract/phases';
import { phaseLabels, phaseTime } from '@upvigil/core/format/evidence-lines';

/** Shades of one colour, darkest last, so that no phase looks like a state. */
export const phaseColours: Readonly<Record<PhaseName, string>> = {
  dns: 'color-mix(in srgb, var(--accent) 25%, var(--sunken))',
  connect: 'color-mix(in srgb, var(--accent) 42%, var(--sunken))',
  tls: 'color-mix(in srgb, var(--accent) 60%, var(--sunken))',
  first_byte: 'color-mix(in srgb, var(--accent) 80%, var(--sunken))',
  transfer: 'var(--accent)',
};

/** Durations of the phases of one check: a bar and a list. */
export function PhaseBar({ phases, isWide = false }: { phases: Phases; isWide?: boolean }) {
  const measured = phaseNames.flatMap((phase) => {
    const seconds = phases[phase];
    return seconds === null ? [] : [{ phase, seconds }];
  });
  const total = measured.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <div className={`grid gap-1.5 py-1 ${isWide ? '' : 'max-w-prose'}`}>
      <div aria-hidden="true" className="flex h-2.5 overflow-hidden rounded-full bg-(--none-bg)">
        {/* Fractions of the total, because `flex-grow` values with a sum below 1 do not fill the bar. */}
        {measured.map(({ phase, seconds }) => (
          <span
            key={phase}
            data-graphic
            style={{ flexGrow: total === 0 ? 0 : seconds / total, background: phaseColours[phase] }}
          />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {measured.map(({ phase, seconds }) => (
          <div key={phase} className="flex items-center gap-1.5">
            <PhaseMark phase={phase} />
            <dt className="text-(--muted)">{phaseLabels[phase]}</dt>
            <dd>{phaseTime(seconds)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export const PhaseMark = ({ phase }: { phase: PhaseName }) => (
  <span aria-hidden="true" data-graphic className="size-2 rounded-xs" style={{ background: phaseColours[phase] }} />
);
