import type { Dialect } from './dialect.ts';

/** Films come as bytes, which no dialect sees. Whatever comes as a document instead is no film. */
export function openVideo(): Dialect {
  return {
    name: 'a film',
    nothing: 'no film',
    event: () => null,
    whole: () => null,
    finished: false,
    failure: null,
    end: () => ({ parts: [], ended: true, holds: false, finishReason: null, usage: null, characters: 0 }),
  };
}
