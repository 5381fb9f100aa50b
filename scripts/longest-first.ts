import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first. They are small, and vitest begins with the largest where it knows no times. */
const longest = [
  ...[
    'e2e/accessibility-openings',
    'e2e/accessibility-pages',
    'e2e/workers',
    'e2e/kills',
    'e2e/first-start',
    'e2e/demo',
  ],
  ...['e2e/appearance', 'scripts/fuzz/fuzz', 'outbox/outbox-kill', 'engine/engine', 'server/src/stopping'],
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.includes(`${name}.test.`));
  return rank === -1 ? longest.length : rank;
};

/** Begins with what takes longest, so that no worker waits at the end for another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
