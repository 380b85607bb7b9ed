import type { Mutation } from '../mutation.ts';

const cli = 'tests/unit/electron/cli';

/** The terminal. */
export const rows: readonly Mutation[] = [
  {
    id: 'C01',
    removed: 'a key may stand on the command line',
    file: 'electron/cli/options.ts',
    find: 'if (own.some(isKey))',
    replace: 'if (own.some((word) => keyOption.test(word) && word === ""))',
    tests: [`${cli}/sources.test.ts`],
  },
  {
    id: 'C01',
    removed: 'a key file may be read by everybody',
    file: 'electron/cli/key-source.ts',
    find: '(facts.mode & 0o077) !== 0',
    replace: '(facts.mode & 0o077) === 0o1000',
    tests: [`${cli}/sources.test.ts`],
    name: 'C01: a key file with mode',
  },
  {
    id: 'C02',
    removed: 'a terminal gets what a model sends as it is',
    file: 'electron/cli/terminal.ts',
    find: 'isDataTerminal && !raw ? createTerminalText() : null',
    replace: 'null',
    tests: [`${cli}/terminal.test.ts`],
  },
  {
    id: 'C03',
    removed: 'a broken answer is a success',
    file: 'electron/cli/exit-codes.ts',
    find: "if (state === 'interrupted') return exitCodes.interrupted;",
    replace: "if (state === 'interrupted') return exitCodes.done;",
    tests: [`${cli}/exit-codes.test.ts`],
  },
  {
    id: 'C04',
    removed: 'Ctrl-C ends the program and not the exchange',
    file: 'electron/cli/interrupt.ts',
    find: '  if (!stop) leave();',
    replace: '  if (stop || !stop) process.exit(exitCodes.failed);',
    tests: [`${cli}/commands.test.ts`],
  },
  {
    id: 'C05',
    removed: 'the terminal says with which key it asks',
    file: 'electron/cli/terminal.ts',
    find: 'cleanLine(line)',
    replace: "cleanLine(line + (process.env.PATCHBAY_API_KEY ?? ''))",
    tests: ['tests/unit/secrets/nothing-logged.test.ts'],
  },
  {
    id: 'C06',
    removed: 'a file of the working directory names the gateway',
    file: 'electron/cli/target.ts',
    find: "connection === undefined ? options['base-url'] || env.PATCHBAY_BASE_URL || env.OPENAI_BASE_URL : undefined;",
    replace:
      "connection === undefined ? options['base-url'] || env.PATCHBAY_BASE_URL || env.OPENAI_BASE_URL || (await import('node:fs/promises').then(({ readFile }) => readFile('patchbay.json', 'utf8').then((text) => JSON.parse(text).baseUrl as string, () => undefined))) : undefined;",
    tests: [`${cli}/commands.test.ts`],
  },
  {
    id: 'C07',
    removed: 'a file that is there is replaced without being asked to',
    file: 'electron/cli/out-file.ts',
    find: 'if (!force) throw',
    replace: 'if (facts.isFIFO()) throw',
    tests: [`${cli}/out-file.test.ts`],
  },
];
