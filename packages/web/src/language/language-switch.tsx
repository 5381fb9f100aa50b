import { languageNames, languageParameter, languages } from '@upvigil/core/contract/names/languages';
import { pageLanguage } from './page-language.ts';
import { publicWords } from './public-words.ts';

const switchId = 'language';

/** This page in each language, each called by its own name. Who chose one stands at the choice again. */
export function LanguageSwitch() {
  const current = pageLanguage();
  return (
    <footer>
      <ul
        id={switchId}
        aria-label={publicWords('pages').language}
        // The names are of many scripts: in the font of the page, one word would load a further file of it.
        className="flex flex-wrap justify-center [font-family:'Geist_Fallback',system-ui,sans-serif] gap-x-5.5 gap-y-2 text-xs text-(--muted)"
      >
        {languages.map((language) => (
          <li key={language}>
            <a
              ref={language === current ? returnFocus : null}
              href={addressIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
              className={`inline-block text-inherit pointer-coarse:py-3 ${language === current ? 'font-semibold' : 'underline'}`}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

/** The page as it is, filters too, in another language. */
function addressIn(language: string): string {
  const query = new URLSearchParams(window.location.search);
  query.set(languageParameter, language);
  return `${window.location.pathname}?${query}#${switchId}`;
}

/** Whoever comes from the switch of another language goes on from here, by keyboard too. */
function returnFocus(link: HTMLAnchorElement | null): void {
  if (window.location.hash === `#${switchId}`) link?.focus();
}
