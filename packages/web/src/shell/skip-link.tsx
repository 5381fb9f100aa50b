import { commonWords } from '../language/shared-words.ts';

/** First element of every page with a header: a link past the header. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="absolute -left-[999px] z-30 rounded-md bg-(--surface) px-3 py-2 focus:top-2 focus:left-2"
    >
      {commonWords().skip}
    </a>
  );
}
