import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import type { Metadata, default as Open, Sharp } from 'sharp';

export interface Logo {
  base64: string;
  mime_type: string;
}

const { maxWidth, maxHeight, targetBytes } = limits.logoStored;
const acceptedFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'svg']);
/** Images with more pixels are refused before they are decoded. */
const maxPixels = 50_000_000;
/** Timeout for rendering one image. */
const maxSeconds = 10;
/** Dots per inch for rendering SVG: that of its nominal size, and the maximum used to fill the stored size. */
const svgDensity = { natural: 72, max: 2400 };
/** Tried in order until the logo is small enough. The last one is used in any case. */
const encodings = [{ lossless: true }, { quality: 90 }, { quality: 80 }, { quality: 60 }, { quality: 40 }] as const;
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * Renders an uploaded image as WebP of up to 360x100 pixels. Nothing of the original file is kept, so scripts in it are
 * removed. Keeps transparency and only the first frame of an animation.
 * @throws RequestError `wrongType` if the content is not PNG, JPEG, GIF or SVG, `invalid` if it is damaged or too large
 */
export async function encodeLogo(upload: Buffer): Promise<Logo> {
  // Loaded at the first upload, because most processes never need it.
  const { default: sharp } = await import('sharp');
  const found = await readHeader(sharp, upload);
  if (!found || !acceptedFormats.has(found.format)) throw new RequestError('wrongType', brandingMessages.logoType);
  try {
    const resized = sharp(upload, { density: densityOf(found), limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds });
    return { base64: (await encodeSmall(resized)).toString('base64'), mime_type: 'image/webp' };
  } catch (error) {
    throw new RequestError('invalid', 'The picture is damaged, or has too many pixels', { cause: error });
  }
}

/** Format and size of an image; null if it is not an image. */
async function readHeader(sharp: typeof Open, upload: Buffer): Promise<Metadata | null> {
  // Refuses compressed SVG, which could expand to any size.
  if (upload.subarray(0, gzipMagic.length).equals(gzipMagic)) return null;
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

/** Resolution for rendering the image: for SVG, the one that fills the stored size. */
function densityOf({ format, width, height }: Metadata): number {
  if (format !== 'svg') return svgDensity.natural;
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return Math.min(Math.max(Math.floor(svgDensity.natural * scale), 1), svgDensity.max);
}

async function encodeSmall(picture: Sharp): Promise<Buffer> {
  let encoded = Buffer.alloc(0);
  for (const encoding of encodings) {
    encoded = await picture.clone().webp(encoding).toBuffer();
    if (encoded.length <= targetBytes) break;
  }
  return encoded;
}
