import type { LimitKind } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { parameterIn } from '../readers/classify.ts';
import type { RequestedAmount, SentFile } from './requested-amount.ts';

/** What one refusal reveals. */
export interface Lesson {
  kind: LimitKind;
  field: string | null;
  refused: string | null;
  allowed: string[];
  /** It is not specific to the model. */
  isGeneral: boolean;
}

/** Failures that are about the request itself. */
const instructive: ReadonlySet<Failure['code']> = new Set([
  'too-big-for-server',
  'unsupported-media',
  'parameter',
  'rejected',
  'in-band',
]);

const aboutSize =
  /too (?:large|big)|maximum (?:content|file|body|request|upload)?\s?size|size limit|exceeds?[^.]{0,40}\d ?[kmg]i?b\b|less than \d+ ?[kmg]i?b\b|\d ?[kmg]i?b (?:limit|maximum)/i;
const aboutFormat =
  /(?:file|image|audio|video|media)?\s?(?:format|mime ?type|content.?type|file type|extension)s?\b|unsupported (?:image|audio|file|video)/i;
const aboutName =
  /unsupported parameter|(?:unknown|unrecognized|unexpected) (?:request )?(?:parameter|field|name|argument|keyword)|extra (?:inputs|fields)|additional properties|cannot find field|got an unexpected keyword/i;
const refusedWord =
  /(?:unsupported|invalid) value:? ['"`]([^'"`]{1,100})['"`]|^['"`]([^'"`]{1,100})['"`] is not (?:one of|a valid|supported)|but got ['"`]?([^'"`\s]{1,100}?)['"`]?(?: instead|\.|$)|(?:value|option) ['"`]([^'"`]{1,100})['"`]|['"`]([^'"`]{1,100})['"`] is not (?:compatible|supported|allowed)|does not support ['"`]?([^'"`\s]{1,60})['"`]? with/i;

/** Field names without any of the usual words around them: `- 'size'` at the end, `Invalid 'n': …`. */
const loosePlaces: readonly RegExp[] = [
  / - ['"`]([\w.[\]-]{1,100})['"`]$/,
  /^invalid ['"`]([\w.[\]-]{1,100})['"`]:/i,
  /unknown name "([\w.]{1,100})"/i,
  /unknown field "([\w.]{1,100})"/i,
  /\(['"`]([\w.]{1,100})['"`] was unexpected\)/i,
  /^([a-z]\w*(?:\.\w+)*): (?:input should be|extra inputs)/i,
];

/** The task routes of new-api name field and value, and nothing else: `size 9999x1 is invalid`. */
const bluntRefusal = /^([a-z]\w{0,60}) (\S{1,60}) is invalid\.?$/i;

/**
 * Returns the limit that a refusal reveals, `null` when there is none: a missing field, a wrong key, or a message that
 * names neither a field nor a size.
 */
export function readRefusal(failure: Failure, requested: RequestedAmount): Lesson | null {
  if (!instructive.has(failure.code)) return null;
  const message = (failure.gatewayMessage ?? '').trim();
  if (failure.code === 'too-big-for-server' || aboutSize.test(message)) return sizeLesson(failure, message, requested);
  const parameter = parameterOf(failure, message, requested);
  if (failure.code === 'unsupported-media' || isAboutFile(parameter, message, requested))
    return formatLesson(failure, parameter, message, requested);
  if (parameter === null) return null;
  const refused = refusedValue(parameter, message, requested);
  const allowed = allowedIn(message).filter((item) => item !== refused);
  if (isNameRefused(parameter, message, refused))
    return { kind: 'unknown-parameter', field: parameter, refused: null, allowed, isGeneral: false };
  const isClear = allowed.length > 0 || failure.code === 'parameter' || bluntRefusal.test(message);
  if (refused === null || !isClear) return null;
  return { kind: 'unknown-value', field: parameter, refused, allowed, isGeneral: false };
}

function sizeLesson({ status }: Failure, message: string, { bodyBytes, files }: RequestedAmount): Lesson {
  const largest = files.reduce<SentFile | null>(
    (found, file) => (file.sizeBytes > (found?.sizeBytes ?? 0) ? file : found),
    null,
  );
  const file = largest !== null && /\b(?:file|image|audio|video|mask|picture|upload)/i.test(message) ? largest : null;
  const bytes = largestSizeIn(message);
  return {
    kind: 'largest-body',
    field: file?.field ?? null,
    refused: String(file?.sizeBytes ?? bodyBytes),
    allowed: bytes === null ? [] : [String(bytes)],
    // 413 comes from the gateway, or from a proxy that knows no models.
    isGeneral: status === 413,
  };
}

function formatLesson(
  { status }: Failure,
  parameter: string | null,
  message: string,
  requested: RequestedAmount,
): Lesson | null {
  const file = requested.files.find(({ field }) => field === parameter) ?? requested.files[0] ?? null;
  const allowed = allowedIn(message);
  const extension = /\.(\w{1,10})$/.exec(file?.name ?? '')?.[1]?.toLowerCase();
  const named = /(?:mime ?type|type|format) ?\(?['"`]([\w.+/-]{1,80})['"`]/i.exec(message)?.[1];
  const hasTypes = allowed.some((item) => item.includes('/'));
  const refused = named ?? (hasTypes ? file?.type : (extension ?? file?.type)) ?? null;
  const field = file?.field ?? parameter;
  if (refused === null || (field === null && status !== 415)) return null;
  return {
    kind: 'unsupported-format',
    field,
    refused,
    allowed: allowed.filter((item) => item !== refused),
    isGeneral: false,
  };
}

/** Returns the field that a refusal is about. */
function parameterOf({ param }: Failure, message: string, requested: RequestedAmount): string | null {
  if (param !== null) return param;
  for (const pattern of [...loosePlaces, bluntRefusal]) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  const value = refusedWord.exec(message)?.slice(1).find(Boolean);
  const holding = value === undefined ? null : requested.fieldWith(value);
  if (holding !== null) return holding;
  const named = parameterIn(message);
  if (named !== null) return named.problem === 'missing' ? null : named.name;
  return allowedIn(message).length > 0 ? fieldOfWord(message, requested) : null;
}

/** What a user wrote: a word of it that a message repeats is no value of a parameter. */
const content = /^(?:model|input|prompt|messages|text|query|documents|instruction|contents)\b/;

/** Returns the field whose whole value a message repeats: "Voice alloy not found. Available voices: tara, leo". */
function fieldOfWord(message: string, requested: RequestedAmount): string | null {
  const words = (message.match(/[\w.-]{3,}/g) ?? []).map((word) => word.replace(/(?<![.-])[.-]+$/, ''));
  const fields = words.slice(0, 50).flatMap((word) => requested.fieldWith(word) ?? []);
  return fields.find((field) => !content.test(field)) ?? null;
}

const isAboutFile = (parameter: string | null, message: string, { files }: RequestedAmount) =>
  files.length > 0 &&
  aboutFormat.test(message) &&
  !aboutName.test(message) &&
  (parameter === null || files.some(({ field }) => field.replace('[]', '') === parameter.replace('[]', '')));

/** Returns whether the field name itself is refused, and not its value. */
function isNameRefused(parameter: string, message: string, refused: string | null): boolean {
  if (/unsupported value|invalid value/i.test(message)) return false;
  if (aboutName.test(message)) return true;
  const named = parameterIn(message);
  return (
    named?.problem === 'unsupported' &&
    (refused === null || lastStep(named.name) === lastStep(parameter)) &&
    allowedIn(message).length === 0
  );
}

const lastStep = (path: string) =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .at(-1) ?? path;

function refusedValue(parameter: string, message: string, requested: RequestedAmount): string | null {
  const sent = requested.valueOf(parameter);
  if (sent !== null) return sent.slice(0, 200);
  return refusedWord.exec(message)?.slice(1).find(Boolean) ?? null;
}

/** Where a prefix is ambiguous (1000 or 1024), the smaller value is used: it is safe under both. */
function factorOf(unit: string): number {
  const [, prefix = '', binary = ''] = /^([kmg]?)(i?)/.exec(unit.toLowerCase()) ?? [];
  return (binary === '' ? 1000 : 1024) ** ' kmg'.indexOf(prefix || ' ');
}

const number = String.raw`(\d[\d,]{0,30}(?:\.\d{1,20})?)`;
const unit = String.raw`(bytes?|kib|kb|mib|mb|megabytes|gib|gb|[kmg])\b`;

/** The first match wins; each captures a number and its unit. */
const patterns: readonly RegExp[] = [
  new RegExp(`${number} ?${unit}[- ](?:limit|maximum)`, 'i'),
  new RegExp(`(?:limit|maximum|max)\\b[^.\\d]{0,60}${number}(?: ?${unit})?`, 'i'),
  new RegExp(
    `(?:less than|smaller than|under|below|up to|at most|exceeds?|exceeding|larger than|bigger than|greater than|over|超过|不能大于)[^.\\d]{0,40}${number} ?${unit}`,
    'i',
  ),
];

/** Numbers without a unit are bytes only from this value on. */
const leastBytes = 1000;

/** Returns the largest size in bytes that a sentence names as a limit; `null` when it names none. */
function largestSizeIn(sentence: string): number | null {
  for (const pattern of patterns) {
    const [, digits, word = ''] = pattern.exec(sentence) ?? [];
    if (digits === undefined) continue;
    const bytes = Math.floor(Number(digits.replaceAll(',', '')) * factorOf(word));
    if (bytes > 0 && (word !== '' || bytes >= leastBytes)) return bytes;
  }
  return null;
}

/** Phrases that introduce the allowed values in a gateway's message. */
const listed: readonly RegExp[] = [
  /(?:supported|allowed|valid|permitted|accepted|acceptable|possible|available) (?:values|formats|types|options|sizes|file formats|file types|mime ?types|voices|choices)(?: (?:are|is|include))?:?/i,
  /(?:is not|isn't|not) one of(?: the following)?:?/i,
  /(?:must|should|has to|needs to) be (?:one of|either|in)(?: the following(?: [a-z]+)?)?:?/i,
  /(?:expected|use|choose) one of(?: the following(?: [a-z]+)?)?:?/i,
  /of one (?:of )?the following [a-z]+:?/i,
  /one of the following(?: [a-z]+)?:?/i,
  /input should be/i,
  /\bsupported:/i,
  /\ballowed:/i,
  /取值(?:范围)?(?:为|：|:)/,
  /(?:支持|可选)(?:的)?(?:格式|值|类型|尺寸)(?:为|有|包括|：|:)/,
];

const oneAllowed: readonly RegExp[] = [
  /only the default \(?['"`]?([^'"`)]{1,60})['"`]?\)?(?: value)? is (?:supported|allowed)/i,
  /only (?:supports?|accepts?|allows?) (?:[\w.]+ ?= ?)?['"`]?([\w.+/:-]{1,60})['"`]?/i,
];

const use = /\buse ((?:['"`][^'"`]{1,60}['"`](?:, | or |, or )?)+) instead/i;

/** A quoted item, with the separators between two of them. */
const quotedItem = /['"`‘“]([^'"`’”]{1,100})['"`’”]/y;
const betweenQuoted = /(?:\s|,|;|\||\/|\bor\b|\band\b|或|和|、)+/y;
const betweenPlain = /\s*[,;|、或和]\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/y;
const plainItem = /[\p{L}\p{N}][\p{L}\p{N}.+/:_-]*(?<![.:])/uy;

const maxItems = 100;

/** Phrases for the bounds of a number. */
const bounds: readonly (readonly [sign: string, pattern: RegExp])[] = [
  [
    '<=',
    /(?:<=|≤|less than or equal to|at most|no more than|not exceed|maximum(?: value)?(?: of| is)|with maximum length|up to) ?(-?\d[\d,]*(?:\.\d+)?)/i,
  ],
  [
    '>=',
    /(?:>=|≥|greater than or equal to|at least|no less than|minimum(?: value)?(?: of| is)|with minimum length) ?(-?\d[\d,]*(?:\.\d+)?)/i,
  ],
];
const range = /(?:between|range(?: of)?|in) \[?(-?\d+(?:\.\d+)?) ?(?:and|to|,|-) ?(-?\d+(?:\.\d+)?)\]?/i;

/**
 * Returns the values that a sentence allows, such as `alloy` and `echo`, or the bounds `>= 0` and `<= 2`; empty when it
 * names none. Lists are quoted, in brackets, or plain words with commas.
 */
function allowedIn(sentence: string): string[] {
  for (const pattern of listed) {
    const found = pattern.exec(sentence);
    const items = found ? itemsAt(sentence, found.index + found[0].length) : [];
    if (items.length > 0) return items;
  }
  const instead = use.exec(sentence)?.[1];
  if (instead) return [...instead.matchAll(/['"`]([^'"`]{1,60})['"`]/g)].map(([, item]) => item as string);
  for (const pattern of oneAllowed) {
    const item = pattern.exec(sentence)?.[1]?.replace(/[.,;]$/, '');
    if (item) return [item];
  }
  const within = range.exec(sentence);
  if (within) return [`>= ${within[1]}`, `<= ${within[2]}`];
  return bounds.flatMap(([sign, pattern]) => {
    const number = pattern.exec(sentence)?.[1]?.replaceAll(',', '');
    return number === undefined ? [] : `${sign} ${number}`;
  });
}

/** Returns the items of a list that starts at an offset of a sentence. */
function itemsAt(sentence: string, start: number): string[] {
  let at = start;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(sentence);
    if (found) at = pattern.lastIndex;
    return found ? (found[1] ?? found[0]) : null;
  };
  take(/[\s:：([{]*/y);
  const items: string[] = [];
  const isQuoted = /['"`‘“]/.test(sentence.charAt(at));
  while (items.length < maxItems) {
    const item = take(isQuoted ? quotedItem : plainItem);
    if (item === null) break;
    items.push(item);
    if (take(isQuoted ? betweenQuoted : betweenPlain) === null) break;
  }
  // A single plain word may be the start of a sentence rather than a list.
  return isQuoted || items.length > 1 ? [...new Set(items)] : [];
}
