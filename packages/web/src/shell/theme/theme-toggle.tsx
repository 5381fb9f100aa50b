import { LineIcon } from '../../components/basics/line-icon.tsx';
import { commonTexts } from '../../language/common-texts.ts';
import { nextTheme, type ThemeChoice, useTheme } from './theme.ts';

/** Icons of a screen, sun and moon. */
const looks: Record<ThemeChoice, string> = {
  system: 'M3 4h18v12H3zM8 20h8M12 16v4',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
  dark: 'M20.5 14.5A8.5 8.5 0 0 1 9.5 3.5 8.5 8.5 0 1 0 20.5 14.5Z',
};

/** Cycles through System, Light and Dark. The accessible name contains the current one. */
export function ThemeToggle() {
  const [choice, choose] = useTheme();
  const words = commonTexts();
  const names = { system: words.themeSystem, light: words.themeLight, dark: words.themeDark };
  const name = words.theme({ choice: names[choice] });
  return (
    <button
      type="button"
      className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-lg text-(--muted) hover:bg-(--hover) hover:text-(--text) max-md:size-11 pointer-coarse:size-11"
      aria-label={name}
      title={words.themeChange({ choice: names[choice], next: names[nextTheme(choice)] })}
      onClick={() => choose(nextTheme(choice))}
    >
      <LineIcon path={looks[choice]} size={18} />
    </button>
  );
}
