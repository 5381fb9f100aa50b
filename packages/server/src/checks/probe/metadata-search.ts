import { limits } from '@upvigil/core/limits';
import { decoderOf } from './charset.ts';
import { createMetaTagReader, type MetaTag } from './meta-tags.ts';

const nameAttributes = ['name', 'property', 'itemprop'] as const;
const stepBytes = 4 * 1024;
const nothing = Buffer.alloc(0);

export type MetadataSearch = ReturnType<typeof createMetadataSearch>;

/**
 * Searches a streamed page for a `<meta>` whose name, property or itemprop equals `tag` (case-insensitive) and whose
 * content equals `value`, if given, in the first 2 MiB. Does not stop at `<body>`, because microdata (`itemprop`) is
 * there. `charset`: from the response's header.
 */
export function createMetadataSearch(tag: string, value: string | null, charset: string | null) {
  const wanted = tag.trim().toLowerCase();
  const wantedContent = value?.trim() || null;
  let isFound = false;
  const onMeta = (meta: MetaTag): void => {
    const isNamed = nameAttributes.some((attribute) => meta[attribute]?.trim().toLowerCase() === wanted);
    isFound ||= isNamed && (wantedContent === null || meta.content?.trim() === wantedContent);
  };
  const reader = createMetaTagReader(onMeta);
  const decoder = decoderOf(charset);
  let left: number = limits.metadataSearchBytes;
  const block = Buffer.allocUnsafe(stepBytes);
  let filled = 0;
  let rest: Buffer = nothing;

  /** Collects whole blocks, so that a page that arrives byte by byte is not searched at each byte. */
  const fillBlock = (): boolean => {
    const copied = rest.copy(block, filled);
    filled += copied;
    rest = copied === rest.length ? nothing : rest.subarray(copied);
    return filled === stepBytes;
  };
  const searchBlock = (): void => {
    if (!isFound) reader.write(decoder.decode(block.subarray(0, filled), { stream: true }));
    filled = 0;
  };
  return {
    /** Stores the next chunk without searching it. Must not be called while a step is due. */
    add(chunk: Buffer): void {
      if (isFound || left <= 0) return;
      rest = chunk.length > left ? chunk.subarray(0, left) : chunk;
      left -= rest.length;
      fillBlock();
    },
    /** Searches the next 4 KiB, in less than a millisecond. Returns whether another step is due. */
    step(): boolean {
      searchBlock();
      return fillBlock() && !isFound;
    },
    /** Whether 4 KiB are waiting to be searched. */
    get isStepDue(): boolean {
      return filled === stepBytes;
    },
    /** Searches the rest after the last step. Returns whether the `<meta>` was found. */
    finish(): boolean {
      searchBlock();
      if (!isFound) reader.write(decoder.decode());
      return isFound;
    },
  };
}
