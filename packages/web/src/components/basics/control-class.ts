/** Look of search boxes, selects and fields: 36 px high; on touch screens 44 px, with 16 px text, which iOS does not zoom. */
export const controlClass =
  'min-h-9 min-w-0 rounded-lg border border-(--control) bg-(--surface) px-3 text-(--text) placeholder:text-(--hint) max-md:min-h-11 max-md:text-base pointer-coarse:min-h-11';
