import { languageNames, languageParameter, languages } from '@upvigil/core/contract/names/languages';
import { pageLanguage } from './page-language.ts';
import { publicTexts } from './public-texts.ts';

const switchId = 'language';

/** Links to this page in each language, named in that language. After a switch, focus returns to the list. */
export function LanguageSwitch() {
  const current = pageLanguage();
  return (
    <footer>
      <ul
        id={switchId}
        aria-label={publicTexts('pages').language}
        // Uses system fonts: the page's font would need another file for each script.
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

/** Same page and filters in another language. */
function addressIn(language: string): string {
  const query = new URLSearchParams(window.location.search);
  query.set(languageParameter, language);
  return `${window.location.pathname}?${query}#${switchId}`;
}

/** Returns the focus after a switch of language, for keyboard users. */
function returnFocus(link: HTMLAnchorElement | null): void {
  if (window.location.hash === `#${switchId}`) link?.focus();
}
