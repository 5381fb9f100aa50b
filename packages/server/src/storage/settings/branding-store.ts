import { type Branding, brandTypes } from '@upvigil/core/contract/branding';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../database.ts';
import type { Logo } from './logo.ts';

export const brandingKey = 'branding';
export const logoKey = 'logo';

export const brandSchema = z.object({
  brand_type: z.enum(brandTypes),
  brand_text: z.string().max(limits.brandText.maxLength),
});
type Brand = z.output<typeof brandSchema>;
export const logoSchema = z.object({
  base64: z.base64(),
  mime_type: z.string().regex(/^image\/[\w.+-]+$/),
}) satisfies z.ZodType<Logo>;

/** The brand until one is saved. An empty text means the default text, even if a later version changes it. */
const firstBrand: Brand = { brand_type: 'text', brand_text: '' };

export async function readBranding(db: Database): Promise<Branding> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', [brandingKey, logoKey]).execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const brand = brandOf(values.get(brandingKey));
  const logoText = values.get(logoKey);
  const logo = logoText === undefined ? null : logoSchema.parse(JSON.parse(logoText));
  return {
    brand_type: brand.brand_type,
    brand_text: brand.brand_text || defaults.brandText,
    logo_base64: logo?.base64 ?? null,
    logo_mime_type: logo?.mime_type ?? null,
  };
}

/** Name and logo of the installation in public documents; the logo as a data URL, absent where the text is shown. */
export async function readPublicBrand(db: Database): Promise<{ brand: string; logo?: string }> {
  const { brand_type, brand_text, logo_base64, logo_mime_type } = await readBranding(db);
  if (brand_type === 'text' || logo_base64 === null) return { brand: brand_text };
  return { brand: brand_text, logo: `data:${logo_mime_type};base64,${logo_base64}` };
}

/** Name of the installation in feeds. */
export async function readBrandText(db: Database): Promise<string> {
  return (await readBrand(db)).brand_text || defaults.brandText;
}

type BrandChange = { [Field in keyof Brand]?: Brand[Field] | undefined };

export async function saveBrand(trx: DatabaseTransaction, change: BrandChange): Promise<void> {
  const stored = await readBrand(trx);
  await saveSetting(trx, brandingKey, {
    brand_type: change.brand_type ?? stored.brand_type,
    brand_text: change.brand_text ?? stored.brand_text,
  } satisfies Brand);
}

/** Stores the logo and shows it in place of the text. */
export async function saveLogo(trx: DatabaseTransaction, logo: Logo): Promise<void> {
  const { brand_text } = await readBrand(trx);
  await saveSetting(trx, brandingKey, { brand_type: 'logo', brand_text } satisfies Brand);
  await saveSetting(trx, logoKey, logo);
}

/** Deletes the logo; the text is shown again. */
export async function deleteLogo(trx: DatabaseTransaction): Promise<void> {
  const { brand_text } = await readBrand(trx);
  await saveSetting(trx, brandingKey, { brand_type: 'text', brand_text } satisfies Brand);
  await trx.deleteFrom('settings').where('key', '=', logoKey).execute();
}

async function readBrand(db: Database): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', brandingKey).executeTakeFirst();
  return brandOf(row?.value);
}

const brandOf = (value: string | undefined): Brand =>
  value === undefined ? firstBrand : brandSchema.parse(JSON.parse(value));

async function saveSetting(db: Database, key: string, content: object): Promise<void> {
  const value = JSON.stringify(content);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
