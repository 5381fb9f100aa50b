import type { ApiClient } from '@upvigil/core/api-client';
import { createCallsOf, type Route } from '@upvigil/core/client/calls-of';
import type { Endpoint, EndpointGroup } from '@upvigil/core/contract/endpoint';
import { UnexpectedAnswerError } from '@upvigil/core/errors';
import { whenNobodyTypes } from '../components/states/when-nobody-types.ts';
import { clientOptions } from './api.ts';
import { firstRoutes } from './first-routes.ts';
import { logFailure } from './log-failure.ts';
import { knownSchemas, loadSchemas } from './schemas.ts';

type FirstReads = {
  [G in keyof typeof firstRoutes]: Pick<ApiClient[G], keyof (typeof firstRoutes)[G] & keyof ApiClient[G]>;
};
type FirstRoute = Route & { isList: boolean };
interface Unchecked {
  group: string;
  name: string;
  answer: unknown;
}

/** Time for a page to draw its first content before anything else is loaded. */
export const firstContentMs = 1_000;
let reads: FirstReads | undefined;
const unchecked: Unchecked[] = [];
let isWaiting = false;
const refusalListeners = new Set<() => void>();

/**
 * The reads that pages begin with. Until the schemas are loaded, an answer is checked only roughly and shown at once. It
 * is parsed as soon as they are loaded. Later answers are parsed before they are shown.
 */
export function firstReads(): FirstReads {
  reads ??= createCallsOf<FirstRoute>(firstRoutes, parserOf, clientOptions()) as unknown as FirstReads;
  return reads;
}

/** Calls back when an answer that was shown turns out not to fit the contract. Returns a function that stops that. */
export function onLateRefusal(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

function parserOf({ path, isList }: FirstRoute, group: string, name: string): (answer: unknown) => unknown {
  return (answer) => {
    if (knownSchemas()) return parse({ group, name, answer });
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer) !== isList)
      throw new UnexpectedAnswerError(`The server answered ${path} with something unexpected`);
    unchecked.push({ group, name, answer });
    if (!isWaiting) whenNobodyTypes(() => void checkLate(), firstContentMs);
    isWaiting = true;
    return answer;
  };
}

function parse({ group, name, answer }: Unchecked): unknown {
  const schemas = knownSchemas();
  const groups = schemas?.contract as Record<string, EndpointGroup> | undefined;
  return schemas?.parseAnswer(groups?.[group]?.[name] as Endpoint, answer);
}

/** Lets a key that was pressed meanwhile take effect: large answers take their time. */
const aTaskLater = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function checkLate(): Promise<void> {
  try {
    await loadSchemas();
    for (let one = unchecked.shift(); one; one = unchecked.shift()) {
      parse(one);
      await aTaskLater();
    }
  } catch (error) {
    logFailure('An answer could not be checked:', error);
    if (error instanceof UnexpectedAnswerError) for (const listener of refusalListeners) listener();
  }
  // Answers that came while the schemas could not be loaded are parsed with the next one.
  isWaiting = false;
}
