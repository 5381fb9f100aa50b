import { describe, expect, it } from 'vitest';
import { createHealth, type HealthCondition } from './health.ts';

const never = (): Promise<never> => new Promise(() => undefined);

function healthOf(condition: HealthCondition) {
  let now = 0;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { health: createHealth([condition], { monotonic: () => now }), pass };
}

describe('the health of the server', () => {
  it('is evaluated before the first response', async () => {
    const { health } = healthOf(async () => 'The disk is full');
    expect(await health.trouble()).toBe('The disk is full');
  });

  it('is the last result while an evaluation is slow', async () => {
    let answer: HealthCondition = () => null;
    const { health } = healthOf(() => answer());
    expect(await health.trouble()).toBeNull();
    answer = never;
    expect(await health.trouble()).toBeNull();
  });

  it('has the problem of one condition while another is slow', async () => {
    let database: HealthCondition = () => null;
    let disk: HealthCondition = () => null;
    const health = createHealth([() => database(), () => disk()], { monotonic: () => 0 });
    expect(await health.trouble()).toBeNull();
    database = never;
    disk = () => 'The disk is full';
    expect(await health.trouble()).toBe('The disk is full');
  });

  it('is a problem when no evaluation has finished for long', async () => {
    let answer: HealthCondition = () => null;
    const { health, pass } = healthOf(() => answer());
    await health.trouble();
    answer = never;
    pass(31_000);
    expect(await health.trouble()).toBe('The server has made no progress for 31 seconds');
  });

  it('is evaluated once at a time, whatever the number of requests', async () => {
    let asked = 0;
    const { health } = healthOf(() => {
      asked += 1;
      return asked === 1 ? null : never();
    });
    await health.trouble();
    await Promise.all([health.trouble(), health.trouble(), health.trouble()]);
    expect(asked).toBe(2);
  });
});
