/** Tags of a monitor; from `most` on, the number of the others. */
export function TagChips({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  const rest = tags.slice(most);
  return (
    <>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} className={chipClass}>
          <span className="truncate">{tag}</span>
        </span>
      ))}
      {rest.length > 0 ? (
        <span className={chipClass} title={rest.join(', ')}>
          +{rest.length}
        </span>
      ) : null}
    </>
  );
}

const chipClass =
  'inline-flex h-5 min-w-0 items-center rounded-[5px] border border-(--border-strong) px-1.5 text-[0.6875rem] leading-4 font-medium whitespace-nowrap text-(--muted)';
