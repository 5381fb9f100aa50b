/** A quiet button of lists and cards, as high as the controls beside it. */
export const quietButtonClass =
  'inline-flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-md border border-(--control) bg-(--surface) px-3.5 font-medium text-(--text) no-underline hover:bg-(--hover) max-md:min-h-11 pointer-coarse:min-h-11';
