import { describe, expect, it } from 'vitest';
import { createConnectionRoom } from './connection-room.ts';

interface Connection {
  name: string;
}

function roomFor(most: number) {
  let now = 0;
  const room = createConnectionRoom<Connection>(most, () => now);
  const all = new Map<string, Connection>();
  const of = (name: string): Connection => {
    const known = all.get(name) ?? { name };
    all.set(name, known);
    return known;
  };
  return {
    open: (name: string) => room.open(of(name))?.name ?? null,
    begin: (name: string) => room.begin(of(name)),
    end: (name: string) => room.end(of(name)),
    trust: (name: string) => room.trust(of(name)),
    close: (name: string) => room.close(of(name)),
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

describe('the room for connections', () => {
  it('closes idle untrusted connections first, those without a request before all others', () => {
    const room = roomFor(3);
    for (const name of ['visitor', 'owner', 'silent']) expect(room.open(name)).toBeNull();
    for (const name of ['visitor', 'owner']) room.begin(name);
    room.trust('owner');
    for (const name of ['owner', 'visitor']) room.end(name);
    expect(room.open('new 1')).toBe('silent');
    room.begin('new 1');
    expect(room.open('new 2')).toBe('visitor');
    room.begin('new 2');
    expect(room.open('new 3')).toBe('owner');
  });

  it('closes no request that has just started, and refuses the newcomer instead', () => {
    const room = roomFor(2);
    for (const name of ['one', 'two']) {
      room.open(name);
      room.begin(name);
    }
    expect(room.open('three')).toBe('three');
    room.pass(10_001);
    expect(room.open('four')).toBe('one');
  });

  it('never closes a request of a signed-in user', () => {
    const room = roomFor(1);
    room.open('owner');
    room.begin('owner');
    room.trust('owner');
    room.pass(3_600_000);
    expect(room.open('stranger')).toBe('stranger');
  });

  it('has room again for each that is closed', () => {
    const room = roomFor(1);
    room.open('one');
    room.close('one');
    room.end('one');
    expect(room.open('two')).toBeNull();
  });
});
