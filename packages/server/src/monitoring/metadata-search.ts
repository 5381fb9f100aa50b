import { limits } from '@upvigil/core/limits';
import { Parser } from 'htmlparser2';

/** Looks for a `<meta>` in a page while it streams by. */
export interface MetadataSearch {
  add(chunk: Buffer): void;
  /** Whether it was found, after the last chunk. */
  finish(): boolean;
}

const nameAttributes = ['name', 'property', 'itemprop'] as const;

/**
 * Finds the `<meta>` whose name, property or itemprop equals `tag` (case-insensitive) and whose content equals
 * `value`, when there is one, in the first 2 MiB. `charset` is that of the answer's header.
 */
export function createMetadataSearch(tag: string, value: string | null, charset: string | null): MetadataSearch {
  const wanted = tag.trim().toLowerCase();
  let isFound = false;
  let left: number = limits.metadataSearchBytes;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'meta' || isFound) return;
      const isNamed = nameAttributes.some((attribute) => attributes[attribute]?.trim().toLowerCase() === wanted);
      isFound = isNamed && (value === null || value === '' || attributes.content?.trim() === value.trim());
    },
  });
  const decoder = decoderOf(charset);
  return {
    add(chunk) {
      if (isFound || left <= 0) return;
      parser.write(decoder.decode(chunk.subarray(0, left), { stream: true }));
      left -= chunk.length;
    },
    finish() {
      if (!isFound) parser.end(decoder.decode());
      return isFound;
    },
  };
}

function decoderOf(charset: string | null): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
