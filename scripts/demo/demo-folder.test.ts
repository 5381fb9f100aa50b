import { describe, expect, it } from 'vitest';
import { demoProblem } from './demo-folder.ts';

describe('a demo', () => {
  it.each([
    ['DATA_DIR', '/var/lib/upvigil'],
    ['DATABASE_URL', 'postgres://db.example.com/upvigil'],
  ])('is refused on real data in %s', (name, value) => {
    expect(demoProblem({ [name]: value }, [])).toContain(name);
  });

  it('is refused on a folder that is named as argument', () => {
    expect(demoProblem({}, ['/var/lib/upvigil'])).toContain('/var/lib/upvigil');
  });

  it('is made where nothing real is named', () => {
    expect(demoProblem({ DATA_DIR: ' ', DATABASE_URL: undefined, PORT: '9000' }, [])).toBeNull();
  });

  it('repeats no password of a database', () => {
    expect(demoProblem({ DATABASE_URL: 'postgres://u:secret@db.example.com/x' }, [])).not.toContain('secret');
  });
});
