import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillParameters, parametersOf } from './commands-file.ts';

const named = (...rest: string[]) => ({ name: 'web', command: ['/bin/check', ...rest] as [string, ...string[]] });

describe('the parameters of a command', () => {
  it('replace whole elements', () => {
    const command = named('-H', '{host}', '-p', '{port}', '{host}');
    expect(parametersOf(command)).toEqual(['host', 'port']);
    expect(fillParameters(command, { host: 'shop.test', port: 443 })).toEqual({
      elements: ['/bin/check', '-H', 'shop.test', '-p', '443', 'shop.test'],
    });
  });

  it.each(['', '-x', '--help', 'a\0b'])('are missing as %j', (host) => {
    expect(fillParameters(named('{host}'), { host, port: null })).toEqual({
      missing: 'The command "web" needs a host',
    });
  });

  it('are never more than one element, never an option, and never change another element', () => {
    const element = fc.oneof(fc.constantFrom('{host}', '{port}', '-v', '$(id)', '{user}'), fc.string());
    fc.assert(
      fc.property(fc.array(element), fc.string(), fc.integer({ min: 1, max: 65_535 }), (rest, host, port) => {
        const filled = fillParameters(named(...rest), { host, port });
        if ('missing' in filled) {
          expect(host).toMatch(/^$|^-|\0/);
          return;
        }
        const expected = rest.map((each) => (each === '{host}' ? host : each === '{port}' ? `${port}` : each));
        expect(filled.elements).toEqual(['/bin/check', ...expected]);
        if (rest.includes('{host}')) expect(host).not.toMatch(/^-/);
      }),
    );
  });
});
