import { screenshotUrl } from '../../../api/addresses.ts';

interface ScreenshotThumbnailProps {
  path: string | null;
  /** What it shows, for its accessible name: 'https://… at 18:23'. */
  of: string;
  onOpen: () => void;
}

/** A small picture that opens the full one; an empty box of the same size where there is none. */
export function ScreenshotThumbnail({ path, of, onOpen }: ScreenshotThumbnailProps) {
  if (!path) {
    return (
      <span className="flex h-13.5 w-24 shrink-0 items-center justify-center rounded-md bg-(--sunken) text-center text-xs text-(--muted)">
        No screenshot
      </span>
    );
  }
  return (
    <button
      type="button"
      className="h-13.5 w-24 shrink-0 cursor-pointer overflow-hidden rounded-md border border-(--border) bg-(--sunken)"
      onClick={onOpen}
    >
      <img
        src={screenshotUrl(path)}
        alt={`Open screenshot of ${of}`}
        loading="lazy"
        width={96}
        height={54}
        className="size-full object-cover object-top"
      />
    </button>
  );
}
