import type { Command } from '../command.ts';
import { serve } from './serve/serve.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [serve];

/** Commands of two words, by their first. */
export const commandGroups: readonly { name: string; summary: string }[] = [];
