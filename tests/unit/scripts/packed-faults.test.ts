import { expect, test } from 'vitest';
import { importsOf } from '../../../scripts/packed-faults.ts';

test('imports of a program are its code, whatever its comments and strings say', () => {
  const code = `
    import a from './a.js';
    import './b.js';
    import fs from 'node:fs';
    export { c } from './c.js';
    export * from './d.js';
    const text = "import './text.js'";
    function f() {
      /** @type {import('./types/index').Options} */
      const later = import('./e.js');
      // import('./comment.js')
      return [later, text, a, fs, import(name)];
    }
    export { f };
  `;
  expect(importsOf(code)).toEqual(['./a.js', './b.js', './c.js', './d.js', './e.js']);
});
