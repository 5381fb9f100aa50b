// Names are looked up on libuv's threads, 4 unless told otherwise, and a slow resolver would make other checks wait for
// theirs. It has to be told before the first ES module is loaded, which is why this file is not one.
process.env.UV_THREADPOOL_SIZE ??= '64';
