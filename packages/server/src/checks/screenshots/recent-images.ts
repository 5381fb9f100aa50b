/** Keeps the newest images of browser checks for the short time until the checks are recorded. */
export interface RecentImages {
  keep(url: string, image: Buffer): void;
  /** Takes out the newest image of a URL; null when there is none. */
  take(url: string): Buffer | null;
}

/** Checks are recorded within a second, in which two pages at a time do not make more images than this. */
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
