#!/usr/bin/env node
require('./resolver-threads.cjs');
import('./dist/bin.js').catch((error) => {
  if (error.code !== 'EMFILE') throw error;
  process.stderr.write('upvigil: this process may open too few files: allow more by ulimit -n, or LimitNOFILE\n');
  process.exitCode = 1;
});
