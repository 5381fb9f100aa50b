import type { ProbeTarget } from '../../base/domain/check.ts';
import { answerAndExit, createTargetCheck } from './check-target.ts';

/** Probes each target with the routes of this process's network, and writes the outcomes. */
const targets: ProbeTarget[] = JSON.parse(process.argv[2] ?? '[]');
const check = createTargetCheck();
answerAndExit(await Promise.all(targets.map((target) => check(target, 2))));
