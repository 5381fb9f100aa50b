import { monitorKinds } from '@upvigil/core/contract/monitors';
import { listedStates } from '@upvigil/core/contract/names/states';
import type { Values } from '../command.ts';
import { choiceOption, listOption, textOption } from './inputs.ts';
import { websiteOption } from './refs.ts';

/** Select monitors of all websites. */
export const filterOptions = {
  tags: listOption('--tag <tag>', 'with a tag; env: for all with that prefix, !env: for those without'),
  kind: choiceOption('--kind <kind>', 'of one kind', monitorKinds),
  state: choiceOption('--state <state>', 'in one state', listedStates),
  search: textOption('--search <text>', 'with a text in the name, target or website'),
};

/** The same, with the website as an option. */
export const selectionOptions = { ...filterOptions, website: websiteOption('of one website') };

export type FilterValues = Values<typeof filterOptions> & Pick<Values<typeof selectionOptions>, 'website'>;

export const isFiltered = ({ tags, kind, state, search, website }: FilterValues): boolean =>
  tags.length > 0 || [kind, state, search, website].some((value) => value !== null);
