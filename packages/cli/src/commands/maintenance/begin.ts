import type { ApiClient } from '@upvigil/core/api-client';
import type { StartedRun } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { UsageError } from '../../failures.ts';
import { flagOption, minutesOption, textOption } from '../../options/inputs.ts';
import { monitorsOption, needTarget, type TypedWebsite, websiteIds, websitesOption } from '../../options/targets.ts';
import type { Terminal } from '../../terminal.ts';

const longest = limits.maintenance.minutes.max;

/** How long the work takes. */
export const lengthOption = minutesOption(
  '--for <time>',
  'how long at most, as 30m or 1h, up to 7d; required',
  longest,
);

/** What is worked on now. */
export const beginOptions = {
  websites: websitesOption('a website that is worked on'),
  monitors: monitorsOption('a URL or a network monitor that is worked on'),
  minutes: lengthOption,
  title: textOption('--title <text>', 'what is done; Maintenance without it'),
  public: flagOption('--public', 'let public pages tell its title and its times'),
};

interface Wanted {
  websites: readonly TypedWebsite[];
  monitors: readonly number[];
  minutes: number | null;
  title: string | null;
  public: boolean;
}

/** What is to begin, when all that is needed was given. */
export type Beginning = Wanted & { minutes: number };

/** @throws UsageError when something that is needed is missing */
export function needBeginning(wanted: Wanted): Beginning {
  const { websites, monitors, minutes } = wanted;
  needTarget(websites, monitors);
  if (minutes === null) throw new UsageError('--for <time> is required');
  return { ...wanted, minutes };
}

/** Begins maintenance now. With a `key` that began one before: answers that. */
export async function begin(
  api: ApiClient,
  { websites, monitors, minutes, title, public: isPublic }: Beginning,
  key: string | null,
): Promise<StartedRun> {
  return await api.maintenance.start({
    body: {
      ...{ website_ids: await websiteIds(api, websites), monitor_ids: [...monitors], minutes, public: isPublic, key },
      ...(title === null ? {} : { title }),
    },
  });
}

/** Says which monitors stay red. `run` without control characters. */
export function sayNotCovered({ say }: Terminal, { not_covered }: Pick<StartedRun, 'not_covered'>): void {
  for (const { website_name, name } of not_covered) say(said.notCovered(website_name, name));
}
