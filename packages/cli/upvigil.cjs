#!/usr/bin/env node
require('./resolver-threads.cjs');
import('./dist/bin.js');
