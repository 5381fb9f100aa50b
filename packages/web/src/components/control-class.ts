/** Look of search boxes and selects outside of forms: 36 px high, 44 px for fingers, 16 px text there so that iOS does not zoom. */
export const controlClass =
  'min-h-9 min-w-0 rounded-md border border-(--control) bg-(--surface) px-2.5 text-(--text) placeholder:text-(--hint) max-md:min-h-11 max-md:text-base pointer-coarse:min-h-11';

/** A quiet button of lists and cards, as high as the controls beside it. */
export const quietButtonClass =
  'inline-flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-md border border-(--control) bg-(--surface) px-3.5 font-medium text-(--text) no-underline hover:bg-(--hover) max-md:min-h-11 pointer-coarse:min-h-11';

/** The box that sections, charts and website cards stand in. */
export const cardClass = 'min-w-0 rounded-[10px] border border-(--border) bg-(--surface) p-4';
