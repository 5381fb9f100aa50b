import { Monitor, Moon, Sun } from 'lucide-react';
import { type ThemeChoice, themeChoices, useTheme } from './theme.ts';

const looks: Record<ThemeChoice, { label: string; Icon: typeof Sun }> = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
};

/** Goes round System, Light and Dark; its name says which one is on. */
export function ThemeToggle() {
  const [choice, choose] = useTheme();
  const { label, Icon } = looks[choice];
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
  return (
    <button
      type="button"
      className="inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) max-md:size-11 pointer-coarse:size-11"
      aria-label={`Theme: ${label}`}
      title={`Theme: ${label}. Change to ${looks[next].label}`}
      onClick={() => choose(next)}
    >
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
    </button>
  );
}
