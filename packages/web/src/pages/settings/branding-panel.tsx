import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Branding } from '@upvigil/core/contract/branding';
import { languageNames, publicLanguages } from '@upvigil/core/contract/names/languages';
import type { PublicPagesSettings } from '@upvigil/core/contract/settings';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { reloadWithToast } from '../../components/dialogs/reload-toast.ts';
import type { FormField } from '../../components/forms/form-field.ts';
import { useContractForm } from '../../components/forms/use-contract-form.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { failureText } from '../../failures.ts';
import { BrandMark, brandOf } from '../../shell/brand.tsx';
import { LogoCard } from './logo-card.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Separate from `api/queries.ts`, which every signed-in page loads. */
const publicPages = queryOptions({
  queryKey: ['settings', 'public-pages'],
  queryFn: async ({ signal }) => (await api()).settings.getPublicPages({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Brand of all pages (text or logo), and the language of the public pages. */
export function BrandingPanel() {
  const query = useQuery(queries.branding());
  const pages = useQuery(publicPages);
  return (
    <>
      <LoadState query={query} title="Could not load the branding">
        <Skeleton height={320} />
      </LoadState>
      <LoadState query={pages} title="Could not load the settings of the public pages">
        {null}
      </LoadState>
      {query.data && pages.data ? (
        <div className="grid gap-4">
          <BrandingForm branding={query.data} publicPages={pages.data} />
          <LogoCard branding={query.data} />
        </div>
      ) : null}
    </>
  );
}

interface BrandingFormProps {
  branding: Branding;
  publicPages: PublicPagesSettings;
}

/**
 * Text or logo, the text, and the language of the public pages. Reloads the page after a save, so that the brand
 * changes everywhere.
 */
function BrandingForm({ branding, publicPages }: BrandingFormProps) {
  const contractForm = useContractForm({
    loadSchema: async () => {
      const [{ brandingEndpoints }, { publicPagesSettingsSchema }] = await Promise.all([
        import('@upvigil/core/contract/branding'),
        import('@upvigil/core/contract/settings'),
      ]);
      return brandingEndpoints.update.body.extend(publicPagesSettingsSchema.partial().shape);
    },
    defaultValues: { brand_type: branding.brand_type, brand_text: branding.brand_text, ...publicPages },
    save: async (entered, own) => {
      const { public_language, ...body } = entered;
      const client = await api();
      await client.branding.update({ body });
      if (public_language !== publicPages.public_language) {
        await client.settings.updatePublicPages({ body: { public_language } });
      }
      own.reset(entered);
      reloadWithToast(brandingMessages.updated);
    },
    failure: (error) => brandingMessages.updateFailed(failureText(error)),
  });
  return <SettingsForm contractForm={contractForm} fields={fieldsOf(branding)} />;
}

type Shown = Pick<Branding, 'brand_type' | 'brand_text'> & PublicPagesSettings;
type Values = { [Name in keyof Shown]?: Shown[Name] | undefined };

const fieldsOf = (branding: Branding): readonly FormField<Values>[] => [
  () => <h2>Brand</h2>,
  {
    kind: 'radio',
    name: 'brand_type',
    label: 'Show as',
    options: [
      { value: 'text', label: 'Text' },
      { value: 'logo', label: 'Logo' },
    ],
  },
  {
    kind: 'text',
    name: 'brand_text',
    label: 'Brand text',
    placeholder: defaults.brandText,
    maxLength: limits.brandText.maxLength,
    hint: ({ brand_text = '' }) => `${brand_text.length}/${limits.brandText.maxLength}`,
  },
  ({ form }) => {
    const [brand_type = 'text', brand_text = ''] = form.watch(['brand_type', 'brand_text']);
    return (
      <>
        {brand_type === 'logo' && !branding.logo_base64 ? (
          <p className="text-(--muted)">No logo yet. The text is shown until you upload one.</p>
        ) : null}
        <BrandPreview branding={{ ...branding, brand_type, brand_text }} />
      </>
    );
  },
  {
    kind: 'select',
    name: 'public_language',
    label: 'Language of the public pages',
    hint: 'For status pages, feeds and badges whose address contains no language. Admin pages are always in English.',
    options: publicLanguages.map((value) => ({
      value,
      label: value === 'auto' ? "Language of the visitor's browser" : languageNames[value],
    })),
  },
];

/** The top bar with this brand in both themes. */
function BrandPreview({ branding }: { branding: Branding }) {
  const brand = brandOf(branding);
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className="grid gap-1">
          <span className="text-xs text-(--muted)">In the {theme} theme</span>
          <span
            data-theme={theme}
            className="flex h-14 min-w-0 items-center rounded-md border border-(--border) bg-(--surface) px-4 text-base font-semibold text-(--text)"
          >
            <BrandMark brand={brand} />
          </span>
        </div>
      ))}
    </div>
  );
}
