#!/usr/bin/env node
// The command of `upvigil run` would inherit the variable that this sets.
if (process.argv[2] !== 'run') require('./resolver-threads.cjs');
import('./dist/bin.js').catch((error) => {
  if (error.code !== 'EMFILE') throw error;
  process.stderr.write('upvigil: this process may open too few files: allow more by ulimit -n, or LimitNOFILE\n');
  process.exitCode = 1;
});
