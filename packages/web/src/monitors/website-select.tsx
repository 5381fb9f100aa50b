import type { Website } from '@upvigil/core/contract/websites';

interface WebsiteSelectProps {
  websites: readonly Website[];
  /** Id of the selected one. */
  selected: number | null;
  onSelect: (website: Website | null) => void;
  className?: string;
}

/** Select of one website, with its accessible name. */
export const WebsiteSelect = ({ websites, selected, onSelect, className = '' }: WebsiteSelectProps) => (
  <select
    aria-label="Website"
    className={`control ${className}`}
    value={selected ?? ''}
    onChange={({ target }) => onSelect(websites.find(({ id }) => String(id) === target.value) ?? null)}
  >
    {selected === null ? <option value="">Choose a website</option> : null}
    {websites.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
);
