/** The newest pictures of browser checks, for the short time until their checks are recorded. */
export interface RecentImages {
  keep(url: string, image: Buffer): void;
  /** The newest picture of an address, once; null when there is none. */
  take(url: string): Buffer | null;
}

/** Checks are recorded within a second; two pages at once do not bring more than this meanwhile. */
const mostImages = 32;

export function createRecentImages(): RecentImages {
  const images = new Map<string, Buffer>();
  return {
    keep(url, image) {
      images.delete(url);
      images.set(url, image);
      const [oldest] = images.keys();
      if (images.size > mostImages && oldest !== undefined) images.delete(oldest);
    },
    take(url) {
      const image = images.get(url) ?? null;
      images.delete(url);
      return image;
    },
  };
}
