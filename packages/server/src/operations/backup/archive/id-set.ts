const firstCapacity = 1024;

export type IdSet = ReturnType<typeof createIdSet>;

/** Ids in ascending order, 8 bytes each: references are checked without keeping rows in memory. */
export function createIdSet() {
  let ids = new Float64Array(firstCapacity);
  let size = 0;

  const add = (id: number): void => {
    if (size === ids.length) {
      const larger = new Float64Array(ids.length * 2);
      larger.set(ids);
      ids = larger;
    }
    ids[size] = id;
    size++;
  };

  const has = (id: number): boolean => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low < size && ids[low] === id;
  };

  return {
    /** Must be greater than all before it. */
    add,
    has,
  };
}
