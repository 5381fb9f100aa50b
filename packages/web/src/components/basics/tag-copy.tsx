import { metaTagElement } from '@upvigil/core/format/meta-tag';
import { messages } from '@upvigil/core/texts/messages';
import { Copy } from 'lucide-react';
import { useDialogs } from '../dialogs/dialogs.tsx';

interface TagCopyProps {
  tag: string;
  value: string | null;
  /** For rows: the button alone, which tells the tag where the pointer rests. */
  isButtonOnly?: boolean;
}

/** The meta tag that a page must have, and a button that copies the whole element. */
export function TagCopy({ tag, value, isButtonOnly = false }: TagCopyProps) {
  const shown = value === null ? tag : `${tag} = "${value}"`;
  const dialogs = useDialogs();
  const element = metaTagElement(tag, value);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(element);
      dialogs.notify(messages.url.metaTagCopied);
    } catch {
      // Without https a browser has no clipboard for the page: shows the text to be copied by hand.
      await dialogs.alert(`The browser does not let this page copy. The tag is ${element}`);
    }
  };
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {isButtonOnly ? null : (
        <code className="min-w-0 rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{shown}</code>
      )}
      <button
        type="button"
        aria-label={`Copy meta tag ${tag}`}
        title={`Copy meta tag ${shown}`}
        className={`inline-flex ${isButtonOnly ? 'size-6 max-md:size-11' : 'size-8'} shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) pointer-coarse:size-11`}
        onClick={() => void copy()}
      >
        <Copy aria-hidden="true" className={isButtonOnly ? 'size-3.5' : 'size-4'} strokeWidth={1.5} />
      </button>
    </span>
  );
}
