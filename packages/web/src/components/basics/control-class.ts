/** Look of search boxes, selects and fields: 36 px high, 44 px for fingers, 16 px text there so that iOS does not zoom. */
export const controlClass =
  'min-h-9 min-w-0 rounded-lg border border-(--control) bg-(--surface) px-3 text-(--text) placeholder:text-(--hint) max-md:min-h-11 max-md:text-base pointer-coarse:min-h-11';
