/**
 * Expressions that are not linear in theory, by their text, with the bound that makes them harmless: a repetition of at
 * most some hundred characters from each start, or a limit on the input.
 */
export const boundedExpressions: ReadonlyMap<string, string> = new Map([
  [String.raw`/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g`, 'at most 36 characters from each start'],
  [
    String.raw`/too (?:large|big)|maximum (?:content|file|body|request|upload)?\s?size|size limit|exceeds?[^.]{0,40}\d ?[kmg]i?b\b|less than \d+ ?[kmg]i?b\b|\d ?[kmg]i?b (?:limit|maximum)/i`,
    'at most 40 characters from each start',
  ],
  [
    String.raw`/^\s+at (?:(?:async |new )?([\w$.<>]{1,80})(?: \[as [\w$.]{1,80}\])? \()?([^()]*?)([\w.@-]{1,60}:\d+:\d+)\)?$/`,
    'lines of at most 1,000 characters',
  ],
  [String.raw`/[ !#-[\]-~]{0,32}$/`, 'a text of at most 32 characters'],
  [String.raw`/\breplace\s+(\S.*?)\s(?:with|by)\s(.+)$/i`, 'the first 200 characters of an instruction to the demo'],
  [
    String.raw`/no available channel|no healthy deployments for this model|no endpoints found for|无可用渠道|model.{0,120}(?:does not exist|not found|not available|no longer available)|(?:no such|unknown|invalid) model\b|is not a valid model\b|模型.{0,80}不存在/i`,
    'at most 120 characters from each start',
  ],
  [`/<title[^>]{0,200}>([^<]{0,1000})/i`, 'at most 1,200 characters from each start, in the first 100,000 of a page'],
  [
    String.raw`/[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\//g`,
    'at most 136 characters from each start',
  ],
  [
    String.raw`/!?\[([^[\]]{0,500})\]\([^)\s]{0,500}(?:\s{1,10}"[^"]{0,500}")?\)/g`,
    'a text of at most 10,000 characters',
  ],
  [
    String.raw`/\$[^$\n]+\$|\$\$[^$]+\$\$|\\\([\s\S]{1,1000}?\\\)/g`,
    'at most 1,000 characters from each start, in a paragraph of at most 16,000',
  ],
  [`/[!-~]{4000,}/g`, 'a paragraph of at most 16,000 characters'],
  [String.raw`/\[((?:\\[\s\S]|[^[\]\\]){0,999})\]/g`, 'at most 999 characters from each start'],
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of a number, at most 21'],
  [
    `/dall-e|gpt-image|imagen|flux|seedream|qwen-image|kolors|(?:^|[-/])sd-|stable-diffusion|jimeng.{0,80}image|-image/`,
    'at most 80 characters from each start',
  ],
  [
    String.raw`/ ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]| ?[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]{1,14}| ?\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s+/gv`,
    'not read by the checker: at most 15 characters from each start, or a run of blanks that is taken whole',
  ],
]);

/** Parts of expressions that are built from constants while a module loads, with their bounds. */
export const boundedParts: ReadonlyMap<string, string> = new Map([
  [String.raw`\b[^.\d]{0,60}(\d[\d,]{0,30}`, 'at most 120 characters from each start'],
  [String.raw`)[^.\d]{0,40}(\d[\d,]{0,30}`, 'at most 100 characters from each start'],
  [String.raw`(\d[\d,]{0,30}(?:\.\d{1,20})?) ?(bytes?|kib`, 'at most 60 characters from each start'],
  ['天际线|机器人', 'not read by the checker: words, digits and letters that are taken whole'],
  [String.raw`\p{M}*\p{P}*$`, 'a text of at most 16 characters'],
  ['[^?#]{1,300}', 'at most 300 characters from each start'],
]);

/** Whether the input of an expression is bounded, as listed above. */
export const isBounded = (text: string): boolean =>
  boundedExpressions.has(text) || [...boundedParts.keys()].some((part) => text.includes(part));

/** Expressions that are built while a function runs, by file: why they are linear, or bounded. */
export const builtLater: Readonly<Record<string, string>> = {
  'electron/cli/input/compare-input.ts': 'only parsed, to tell whether it is valid',
  'renderer/panels/compare/model/sheet-model.ts': 'only parsed, to tell whether it is valid',
  'electron/core/compare/evaluate-assertion.ts': "the user's own, in a thread with a time limit",
  'electron/core/exchange/prepare.ts': 'escaped tokens of equal length',
  'electron/core/export/snippet-request.ts': 'one group of a path, over an address of at most some KB',
  'electron/core/checks/judging/judge-cell.ts': 'names of fields; the others are built on load and checked',
  'electron/core/readers/intake/media-stream.ts': 'a name and six digits, over one header',
  'electron/desktop/menu/context-menu.ts': 'anchored, with at most 64 characters',
  'renderer/ui/code/find-in-text.ts': 'an escaped query',
  'renderer/ui/json/json-editor-view.ts': 'escaped texts',
  'renderer/ui/markdown/block-splitter.ts': 'one mark, over one line',
  'renderer/ui/markdown/document-reader.ts': 'one mark, over one line',
};

/** Modules whose functions build expressions while they load; those are checked. */
export const builtByFunctions: readonly string[] = [
  'electron/demo/paths.ts',
  'renderer/panels/wire/import/curl-draft.ts',
  'shared/protocol/address.ts',
];
