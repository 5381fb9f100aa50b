import { expect, it } from 'vitest';
import { unwrittenMessages } from './messages.ts';

const sources = "say('PORT ' + port + ' on ' + host + ' is taken: stop it'); say('The disk is full');";

it('finds a message that nothing writes, whatever is filled in', () => {
  const text = "| 'PORT … on … is taken: stop it' | 'The disk is full', 'The disk is empty' |";
  expect(unwrittenMessages(text, sources)).toEqual(['The disk is empty']);
});

it('takes neither a possessive nor code for a message', () => {
  expect(unwrittenMessages("Kuma's names and Grafana's pages, `echo 'nobody says this'`", sources)).toEqual([]);
});
