import type { Branding } from '@upvigil/core/contract/branding';
import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { logFailure } from '../failures.ts';

interface Brand {
  /** Never empty. */
  text: string;
  /** Data URL, or null if the text is shown. */
  logo: string | null;
}

const defaultBrand: Brand = { text: defaults.brandText, logo: null };
const storageKey = 'brand';
const BrandContext = createContext({ brand: defaultBrand, refresh: () => {} });

export const useBrand = (): Brand => useContext(BrandContext).brand;

/** Reloads the brand after a change. */
export const useRefreshBrand = (): (() => void) => useContext(BrandContext).refresh;

/** The logo if selected and available; otherwise the text, or the default for an empty text. */
export function brandOf({ brand_type, brand_text, logo_base64, logo_mime_type }: Branding): Brand {
  const hasLogo = brand_type === 'logo' && logo_base64 && logo_mime_type;
  return {
    text: brand_text || defaults.brandText,
    logo: hasLogo ? `data:${logo_mime_type};base64,${logo_base64}` : null,
  };
}

/** Shows the stored brand at once, then the brand of the server. After a failed request, keeps the stored one. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const [brand, setBrand] = useState(readKnownBrand);
  const read = useCallback(async (signal?: AbortSignal) => {
    try {
      setBrand(await loadBrand(signal));
    } catch (error) {
      if (!signal?.aborted) logFailure('Could not load the branding:', error);
    }
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    void read(abort.signal);
    return () => abort.abort();
  }, [read]);
  const value = useMemo(() => ({ brand, refresh: () => void read() }), [brand, read]);
  return <BrandContext value={value}>{children}</BrandContext>;
}

async function loadBrand(signal?: AbortSignal): Promise<Brand> {
  // Plain fetch, because public pages and the login page need no typed client.
  const response = await fetch(apiPrefix + publicPaths.branding, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The server answered HTTP ${response.status}`);
  const brand = brandOf((await response.json()) as Branding);
  localStorage.setItem(storageKey, JSON.stringify(brand));
  return brand;
}

function readKnownBrand(): Brand {
  try {
    const { text, logo } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Brand>;
    if (typeof text === 'string' && text) return { text, logo: typeof logo === 'string' ? logo : null };
  } catch {
    // An invalid entry is ignored.
  }
  return defaultBrand;
}

const { maxWidth, maxHeight } = defaults.logoShown;

/** The logo, up to 180 x 50 px, or the default mark and the text. */
export function BrandMark({ brand }: { brand: Brand }) {
  if (!brand.logo) {
    return (
      <>
        <svg aria-hidden="true" className="mr-[9px] shrink-0" width="22" height="22" viewBox="0 0 22 22">
          <rect width="22" height="22" rx="6" className="fill-(--ink)" />
          <path
            d="M5 10v2M9 7.5v7M13 4.8v4.4M13 12.8v4.4M17 9v4"
            className="fill-none stroke-(--on-ink)"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <span className="truncate tracking-[-0.02em]">{brand.text}</span>
      </>
    );
  }
  return <img src={brand.logo} alt={brand.text} className="object-contain" style={{ maxWidth, maxHeight }} />;
}
