import { commonTexts } from '../language/common-texts.ts';

/** Link past the header; the first element of each page with a header. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="absolute -left-[999px] z-30 rounded-md bg-(--surface) px-3 py-2 focus:top-2 focus:left-2"
    >
      {commonTexts().skip}
    </a>
  );
}
