import type { Mutation } from '../mutation.ts';

const core = 'tests/unit/electron/core';
const secrets = 'tests/unit/secrets';

/** What comes from outside, what is written, and what stays. */
export const rows: readonly Mutation[] = [
  {
    id: 'A22',
    removed: 'links that are dropped are followed',
    file: 'electron/admit-file.ts',
    find: 'constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)',
    replace: 'constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)',
    tests: ['tests/unit/electron/shell/admit-file.test.ts'],
  },
  {
    id: 'A23',
    removed: 'names of files keep their path',
    file: 'electron/core/files/file-names.ts',
    find: "name.normalize('NFC').split(/[/\\\\]/).at(-1) ?? ''",
    replace: "name.normalize('NFC')",
    tests: [`${core}/files/file-names.test.ts`],
  },
  {
    id: 'A24',
    removed: 'fields of a CSV may begin like a formula',
    file: 'electron/core/checks/export/csv.ts',
    find: '/^[=+\\-@\\t\\r]/.test(text)',
    replace: '/^[=]/.test(text)',
    tests: [`${secrets}/exports.test.ts`],
  },
  {
    id: 'A25',
    removed: 'quotes of a body are not quoted for the shell',
    file: 'electron/core/export/shell.ts',
    find: 'replaceAll("\'"',
    replace: 'replaceAll("NUL"',
    tests: [`${core}/export/curl.test.ts`],
  },
  {
    id: 'A26',
    removed: 'a few bytes may be unpacked to any size',
    file: 'electron/core/exchange/transport/answer.ts',
    find: 'Math.min(maxBodyBytes, unpackedLimit(midway.receivedBytes))',
    replace: 'Math.max(maxBodyBytes, unpackedLimit(midway.receivedBytes)) * 1000',
    tests: [`${core}/exchange/send-answers.test.ts`],
  },
  {
    id: 'A27',
    removed: 'preferences are read into an object by assignment',
    file: 'electron/core/settings/settings.ts',
    find: '      Object.fromEntries(\n        every.all().flatMap((row) => {',
    replace:
      '      ((list: [string, unknown][]) => { const o: Record<string, unknown> = {}; for (const [n, v] of list) o[n] = v; return o; })(\n        every.all().flatMap((row) => {',
    tests: [`${core}/settings/settings.test.ts`],
  },
  {
    id: 'A28',
    removed: 'lines in the words of a gateway are lines of the error output',
    file: 'electron/cli/terminal.ts',
    find: 'cleanLine(line)',
    replace: 'line',
    tests: [`${secrets}/nothing-logged.test.ts`],
    name: 'A28: words of a gateway',
  },
  {
    id: 'A29',
    removed: 'files that only a deleted document named stay',
    file: 'electron/core/library/library.ts',
    find: 'await removeUnnamed(db, files, fileIdsIn(content)).catch(() => {});',
    replace: 'if (content === null) await removeUnnamed(db, files, fileIdsIn(content)).catch(() => {});',
    tests: [`${secrets}/deleted.test.ts`],
    name: 'A29: a deleted document',
  },
  {
    id: 'A30',
    removed: 'stored files are as open as the umask lets them be',
    file: 'electron/core/files/file-store.ts',
    find: "createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })",
    replace: "createWriteStream(part, { flags: 'wx', flush: true })",
    tests: [`${core}/files/file-store.test.ts`],
  },
  {
    id: 'A34',
    removed: 'the optional package is one that everybody gets',
    file: 'package.json',
    find: '"optionalDependencies": {',
    replace: '"dependencies": {',
    tests: [`${secrets}/shipped.test.ts`],
    name: 'A34: a person who installs',
  },
  {
    id: 'A35',
    removed: 'the core tells somebody that it was started',
    file: 'electron/core/index.ts',
    find: '  const feed = createChangeFeed();\n',
    replace: "  const feed = createChangeFeed();\n  void fetch('http://203.0.113.7/').catch(() => {});\n",
    tests: [`${secrets}/egress.test.ts`],
  },
  {
    id: 'A38',
    removed: 'a refusal is sent again although the connection does not allow it',
    file: 'electron/core/exchange/run.ts',
    find: 'const allowed = prepared.connection?.retries ?? 0;',
    replace: 'const allowed = (prepared.connection?.retries ?? 0) + 1;',
    tests: [`${core}/exchange/retries.test.ts`],
  },
];
