import type { KeyboardEvent } from 'react';
import { Button } from '../basics/button.tsx';
import { formatTime } from '../time/time-format.ts';
import { ModalDialog } from './modal-dialog.tsx';

export interface LightboxImage {
  src: string;
  /** ISO time of the screenshot. */
  takenAt: string;
}

interface LightboxProps {
  /** URL of the screenshots. */
  of: string;
  images: readonly LightboxImage[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** Full-size screenshots over the page. Arrow keys switch between checks, Esc closes. */
export function Lightbox({ of, images, index, onIndex, onClose }: LightboxProps) {
  const image = images[index];
  if (!image) return null;
  const time = formatTime(image.takenAt, 'dateTime');
  const go = (step: 1 | -1) => images[index + step] && onIndex(index + step);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(1);
    if (key === 'ArrowRight') go(-1);
  };
  return (
    <ModalDialog title={`Screenshot of ${of}`} size="large" onClose={onClose}>
      <fieldset
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
        aria-label="Screenshots by time"
        onKeyDown={onKeyDown}
      >
        <img
          src={image.src}
          alt={`Screenshot of ${of} at ${time}`}
          className="mx-auto max-h-[70dvh] max-w-full rounded-md border border-(--border) object-contain"
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button data-initial-focus onClick={() => go(1)} disabled={index + 1 >= images.length}>
            Older
          </Button>
          <span aria-live="polite">
            {time}, {index + 1} of {images.length}
          </span>
          <Button onClick={() => go(-1)} disabled={index === 0}>
            Newer
          </Button>
        </div>
      </fieldset>
    </ModalDialog>
  );
}
