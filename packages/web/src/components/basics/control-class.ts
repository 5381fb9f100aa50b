/** Height 36 px; on touch screens 44 px with 16 px text, because iOS zooms into smaller text. */
export const controlClass =
  'min-h-9 min-w-0 rounded-lg border border-(--control) bg-(--surface) px-3 text-(--text) placeholder:text-(--hint) disabled:cursor-not-allowed disabled:border-(--border-strong) disabled:text-(--hint) max-md:min-h-11 max-md:text-base pointer-coarse:min-h-11';
