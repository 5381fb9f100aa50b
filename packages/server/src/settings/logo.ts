import { RequestError } from '@upvigil/core/errors';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/messages';
import type { Metadata, default as Open, Sharp } from 'sharp';

/** A logo as it is stored and shown. */
export interface Logo {
  base64: string;
  mime_type: string;
}

const { maxWidth, maxHeight, targetBytes } = limits.logoStored;
const acceptedFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'svg']);
/** A picture of more pixels is refused before it is decoded. */
const maxPixels = 50_000_000;
const maxSeconds = 10;
/** SVG is drawn for screens of so many dots at most, whatever size it names. */
const svgDensity = { natural: 72, max: 2400 };
/** Tried in turn until the logo is small enough; the last one holds in any case. */
const encodings = [{ lossless: true }, { quality: 90 }, { quality: 80 }, { quality: 60 }, { quality: 40 }] as const;
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * Judges an uploaded picture by its content and draws it anew, as WebP within 360x100: nothing of the file itself is
 * kept, so that no script survives. An animation keeps its first frame, and what was transparent stays so.
 * @throws RequestError `wrongType` for anything but PNG, JPEG, GIF and SVG, `invalid` for a damaged or huge one
 */
export async function encodeLogo(upload: Buffer): Promise<Logo> {
  // The first logo loads the library; most starts never need it.
  const { default: sharp } = await import('sharp');
  const found = await readHeader(sharp, upload);
  if (!found || !acceptedFormats.has(found.format)) throw new RequestError('wrongType', messages.branding.logoType);
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

/** What the picture says of itself; null when it is none. */
async function readHeader(sharp: typeof Open, upload: Buffer): Promise<Metadata | null> {
  // Compressed SVG would be unpacked to any size.
  if (upload.subarray(0, gzipMagic.length).equals(gzipMagic)) return null;
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

/** Dots per inch to open the picture with: for SVG as many as fill the stored size. */
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
