import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import type { Metadata, default as Open, Sharp } from 'sharp';

/** A logo as it is stored and shown. */
export interface Logo {
  base64: string;
  mime_type: string;
}

const { maxWidth, maxHeight, targetBytes } = limits.logoStored;
const acceptedFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'svg']);
/** Images with more pixels are refused before they are decoded. */
const maxPixels = 50_000_000;
/** How long drawing one image may take. */
const maxSeconds = 10;
/** Dots per inch at which SVG is drawn: what its own size means, and the most that is tried to fill the stored size. */
const svgDensity = { natural: 72, max: 2400 };
/** Tried one after the other until the logo is small enough. The last is taken in any case. */
const encodings = [{ lossless: true }, { quality: 90 }, { quality: 80 }, { quality: 60 }, { quality: 40 }] as const;
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * Draws an uploaded image anew, as WebP of at most 360x100 pixels. Nothing of the file itself is kept, so that no script
 * in it survives. Only the first frame of an animation is kept; what is transparent stays so.
 * @throws RequestError `wrongType` when its content is not PNG, JPEG, GIF or SVG, `invalid` when it is damaged or too large
 */
export async function encodeLogo(upload: Buffer): Promise<Logo> {
  // Loaded for the first logo only: most processes never need it.
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

/** The format and size of an image; null when it is none. */
async function readHeader(sharp: typeof Open, upload: Buffer): Promise<Metadata | null> {
  // Compressed SVG could unpack to any size.
  if (upload.subarray(0, gzipMagic.length).equals(gzipMagic)) return null;
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

/** Dots per inch to draw the image with: for SVG as many as fill the stored size. */
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
