import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useStoredChoice } from './use-stored-choice.ts';

beforeEach(() => localStorage.clear());

const choice = () => renderHook(() => useStoredChoice('shape', ['round', 'square'])).result;

it('defaults to the first choice and restores the stored one', () => {
  const first = choice();
  expect(first.current[0]).toBe('round');
  act(() => first.current[1]('square'));
  expect(first.current[0]).toBe('square');
  expect(choice().current[0]).toBe('square');
});

it('ignores a stored choice that no longer exists', () => {
  localStorage.setItem('shape', 'oval');
  expect(choice().current[0]).toBe('round');
});
