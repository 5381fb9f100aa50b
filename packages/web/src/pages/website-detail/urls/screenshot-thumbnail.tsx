import { screenshotUrl } from '../../../api/addresses.ts';
import { RowIcon } from '../../../components/rows/row-icon.tsx';

interface ScreenshotThumbnailProps {
  path: string | null;
  /** Subject of the accessible name: 'https://… at 18:23'. */
  of: string;
  onOpen: () => void;
}

const boxClass = 'h-10 w-16 shrink-0 rounded-[5px] border border-(--border-strong) bg-(--sunken)';

/** Thumbnail that opens the screenshot; an empty box of the same size without one. */
export function ScreenshotThumbnail({ path, of, onOpen }: ScreenshotThumbnailProps) {
  if (!path) {
    return (
      <span
        role="img"
        aria-label="No screenshot"
        title="No screenshot"
        className={`flex items-center justify-center text-(--none-g) ${boxClass}`}
      >
        <RowIcon of="picture" />
      </span>
    );
  }
  return (
    <button type="button" className={`cursor-zoom-in overflow-hidden ${boxClass}`} onClick={onOpen}>
      <img
        src={screenshotUrl(path)}
        alt={`Open screenshot of ${of}`}
        loading="lazy"
        width={64}
        height={40}
        className="size-full object-cover object-top [filter:brightness(var(--picture-brightness))]"
      />
    </button>
  );
}
