import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useStoredChoice } from './use-stored-choice.ts';

beforeEach(() => localStorage.clear());

const choice = () => renderHook(() => useStoredChoice('shape', ['round', 'square'])).result;

it('is the first until somebody chooses, and what was chosen the next time', () => {
  const first = choice();
  expect(first.current[0]).toBe('round');
  act(() => first.current[1]('square'));
  expect(first.current[0]).toBe('square');
  expect(choice().current[0]).toBe('square');
});

it('forgets what there is no more', () => {
  localStorage.setItem('shape', 'oval');
  expect(choice().current[0]).toBe('round');
});
