import { bindingsOf, type KeyScope, keysText } from '../../packages/cli/src/tui/keys/key-map.ts';
import { madeBy, page, table } from './markdown.ts';

const screens: Record<KeyScope, string> = {
  dashboard: 'Dashboard',
  alerts: 'Alerts',
  status: 'Status',
  monitors: 'All monitors',
  detail: 'One website',
};

/** The keys of the live screens, by screen. */
export const keysPage = (): string =>
  page(
    madeBy,
    '# Keys of the terminal screens',
    '`?` shows the keys of the open screen. Answer a question with `y`; every other key means no.',
    ...(Object.keys(screens) as KeyScope[]).flatMap((scope) => [
      `## ${screens[scope]}`,
      table(
        ['keys', 'what they do'],
        bindingsOf(scope).map((binding) => [`\`${keysText(binding)}\``, binding.about]),
      ),
    ]),
  );
