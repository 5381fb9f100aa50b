import { describe, expect, it } from 'vitest';
import type { NameAnswer } from './ask-name.ts';
import { createKnownNames } from './known-names.ts';

const at = (address: string): NameAnswer => ({ addresses: [{ address, family: 4 }] });
const silent: NameAnswer = { error: new Error('nobody answered'), is_silent: true };
const denied: NameAnswer = { error: new Error('no such name'), is_silent: false };
const outside = at('203.0.113.7');
const inside = at('192.168.1.7');

function known(answers: Record<string, NameAnswer>, referenceName: string | null = null) {
  const names = createKnownNames(referenceName);
  for (const [name, answer] of Object.entries(answers)) names.note(name, answer);
  return names;
}

describe('a known name', () => {
  it('is silent if its last lookup got no answer', () => {
    const names = known({ 'a.example': silent, 'b.example': denied });
    expect(['a.example', 'b.example', 'c.example'].map(names.isSilent)).toEqual([true, false, false]);
    names.note('a.example', outside);
    expect(names.isSilent('a.example')).toBe(false);
  });

  it('keeps its addresses after it is no longer answered', () => {
    const names = known({ 'a.example': outside });
    names.note('a.example', silent);
    expect(names.ledTo('a.example', [{ address: '203.0.113.7', family: 4 }])).toBe(true);
    expect(names.ledTo('a.example', [{ address: '203.0.113.8', family: 4 }])).toBe(false);
    expect(names.ledTo('b.example', [{ address: '203.0.113.7', family: 4 }])).toBe(false);
  });

  it('is evicted when it is the least recently looked up of too many', () => {
    const names = createKnownNames(null);
    names.note('first.example', silent);
    names.note('again.example', silent);
    for (let name = 0; name < 1998; name++) names.note(`${name}.example`, outside);
    names.note('again.example', silent);
    expect(names.isSilent('first.example')).toBe(true);
    names.note('one-more.example', outside);
    expect([names.isSilent('first.example'), names.isSilent('again.example')]).toEqual([false, true]);
  });
});

describe('the witnesses for a name', () => {
  it('are names of other domains that were answered, the newest of each first', () => {
    const names = known({
      'a.one.example': outside,
      'b.one.example': outside,
      'two.org': denied,
      'three.net': silent,
      'four.com': outside,
    });
    expect(names.witnessesFor('www.five.dev')).toEqual(['four.com', 'b.one.example']);
  });

  it('are three at most besides the configured one, and one of its own domain comes last', () => {
    const all = { 'a.one': outside, 'a.two': outside, 'a.three': outside, 'a.four': outside, 'b.mine.org': outside };
    expect(known(all, 'reference.org').witnessesFor('a.mine.org')).toEqual([
      'reference.org',
      'a.four',
      'a.three',
      'a.two',
    ]);
    expect(known({ 'b.mine.org': outside, 'a.one': outside }).witnessesFor('a.mine.org')).toEqual([
      'a.one',
      'b.mine.org',
    ]);
    expect(known({}, 'reference.org').witnessesFor('reference.org')).toEqual([]);
  });

  it('are no names of the local network, when the name leads outside', () => {
    const names = known({ 'nas.home.arpa': inside, printer: inside, 'tv.local': inside, 'www.mine.org': outside });
    expect(names.witnessesFor('www.mine.org')).toEqual([]);
    expect(names.witnessesFor('unknown.org')).toEqual(['www.mine.org', 'nas.home.arpa']);
  });
});
