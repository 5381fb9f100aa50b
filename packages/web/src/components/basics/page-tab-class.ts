/** A link among equal pages or views, in a row below the heading. */
export const pageTabClass =
  'relative flex min-h-10 items-center gap-2 px-3 font-medium whitespace-nowrap text-(--muted) hover:text-(--text) hover:no-underline focus-visible:-outline-offset-2 aria-[current=page]:text-(--text) aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-xs aria-[current=page]:after:bg-(--text) max-md:min-h-11 max-md:px-2.5 pointer-coarse:min-h-11';
