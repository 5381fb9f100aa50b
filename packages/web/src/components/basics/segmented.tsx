import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface Segment<Id extends string> {
  id: Id;
  label: string;
  /** Replaces the label on narrow screens. */
  short?: string;
  /** How many there are, behind the label. */
  count?: number | undefined;
  /** Shown before the label, or instead of it. */
  icon?: ReactNode;
  /** Hides the label visually; it remains the accessible name. */
  isIconOnly?: boolean;
}

interface SegmentedProps<Id extends string> {
  /** Accessible name of the group. */
  label: string;
  segments: readonly Segment<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/** Single choice with all options visible. One tab stop; arrow keys move, Enter and Space select. */
export function Segmented<Id extends string>({ label, segments, selected, onSelect }: SegmentedProps<Id>) {
  const choose = (id: string) => {
    const found = segments.find((segment) => segment.id === id);
    // Radix sends an empty value when the selected segment is pressed again.
    if (found) onSelect(found.id);
  };
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={selected}
      onValueChange={choose}
      className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-(--none-bg) p-0.5"
    >
      {segments.map(({ id, label: name, short, count, icon, isIconOnly = false }) => (
        <ToggleGroup.Item
          key={id}
          value={id}
          aria-label={isIconOnly || short ? name : undefined}
          title={isIconOnly ? name : undefined}
          className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-[0.8125rem] font-medium whitespace-nowrap text-(--muted) hover:text-(--text) focus-visible:-outline-offset-2 data-[state=on]:bg-(--picked) data-[state=on]:text-(--text) forced-colors:data-[state=on]:outline-2 max-md:h-10 pointer-coarse:h-10"
        >
          {icon}
          {isIconOnly ? null : <Name name={name} short={short} />}
          {count === undefined ? null : <span className="text-(--muted)">{count.toLocaleString('en')}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

const Name = ({ name, short }: { name: string; short: string | undefined }) =>
  short === undefined ? (
    name
  ) : (
    <>
      <span className="max-md:hidden">{name}</span>
      <span className="md:hidden">{short}</span>
    </>
  );
