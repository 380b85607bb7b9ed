import type { LimitKind } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { parameterIn } from '../readers/failures/named-parameter.ts';
import { allowedIn } from './allowed-values.ts';
import type { RequestedAmount, SentFile } from './asked-for.ts';
import { largestSizeIn } from './sizes.ts';

/** What one refusal teaches. */
export interface Lesson {
  kind: LimitKind;
  field: string | null;
  refused: string | null;
  allowed: string[];
  /** Nothing in it is about the model. */
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

/** Fields as a sentence names them without any of the usual words around: `- 'size'` at its end, `Invalid 'n': …`. */
const loosePlaces: readonly RegExp[] = [
  / - ['"`]([\w.[\]-]{1,100})['"`]$/,
  /^invalid ['"`]([\w.[\]-]{1,100})['"`]:/i,
  /unknown name "([\w.]{1,100})"/i,
  /unknown field "([\w.]{1,100})"/i,
  /\(['"`]([\w.]{1,100})['"`] was unexpected\)/i,
  /^([a-z]\w*(?:\.\w+)*): (?:input should be|extra inputs)/i,
];

/** The task routes of new-api name field and value, and no other word: `size 9999x1 is invalid`. */
const bluntRefusal = /^([a-z]\w{0,60}) (\S{1,60}) is invalid\.?$/i;

/**
 * What a refusal says about the limits of a route, `null` when it teaches nothing: a missing field, a wrong key, or words
 * that name neither a field nor a size.
 */
export function readRefusal(failure: Failure, asked: RequestedAmount): Lesson | null {
  if (!instructive.has(failure.code)) return null;
  const said = (failure.gatewayMessage ?? '').trim();
  if (failure.code === 'too-big-for-server' || aboutSize.test(said)) return sizeLesson(failure, said, asked);
  const place = placeOf(failure, said, asked);
  if (failure.code === 'unsupported-media' || isAboutFile(place, said, asked))
    return formatLesson(failure, place, said, asked);
  if (place === null) return null;
  const refused = refusedValue(place, said, asked);
  const allowed = allowedIn(said).filter((item) => item !== refused);
  if (isNameRefused(place, said, refused))
    return { kind: 'unknown-parameter', field: place, refused: null, allowed, isGeneral: false };
  const isClear = allowed.length > 0 || failure.code === 'parameter' || bluntRefusal.test(said);
  if (refused === null || !isClear) return null;
  return { kind: 'unknown-value', field: place, refused, allowed, isGeneral: false };
}

function sizeLesson({ status }: Failure, said: string, { bodyBytes, files }: RequestedAmount): Lesson {
  const largest = files.reduce<SentFile | null>(
    (found, file) => (file.sizeBytes > (found?.sizeBytes ?? 0) ? file : found),
    null,
  );
  const file = largest !== null && /\b(?:file|image|audio|video|mask|picture|upload)/i.test(said) ? largest : null;
  const bytes = largestSizeIn(said);
  return {
    kind: 'largest-body',
    field: file?.field ?? null,
    refused: String(file?.sizeBytes ?? bodyBytes),
    allowed: bytes === null ? [] : [String(bytes)],
    // 413 comes from the gateway, or from a proxy that knows no models.
    isGeneral: status === 413,
  };
}

function formatLesson({ status }: Failure, place: string | null, said: string, asked: RequestedAmount): Lesson | null {
  const file = asked.files.find(({ field }) => field === place) ?? asked.files[0] ?? null;
  const allowed = allowedIn(said);
  const extension = /\.(\w{1,10})$/.exec(file?.name ?? '')?.[1]?.toLowerCase();
  const named = /(?:mime ?type|type|format) ?\(?['"`]([\w.+/-]{1,80})['"`]/i.exec(said)?.[1];
  const hasTypes = allowed.some((item) => item.includes('/'));
  const refused = named ?? (hasTypes ? file?.type : (extension ?? file?.type)) ?? null;
  const field = file?.field ?? place;
  if (refused === null || (field === null && status !== 415)) return null;
  return {
    kind: 'unsupported-format',
    field,
    refused,
    allowed: allowed.filter((item) => item !== refused),
    isGeneral: false,
  };
}

/** The field that a refusal is about. */
function placeOf({ param }: Failure, said: string, asked: RequestedAmount): string | null {
  if (param !== null) return param;
  for (const pattern of [...loosePlaces, bluntRefusal]) {
    const name = pattern.exec(said)?.[1];
    if (name !== undefined) return name;
  }
  const value = refusedWord.exec(said)?.slice(1).find(Boolean);
  const holding = value === undefined ? null : asked.fieldWith(value);
  if (holding !== null) return holding;
  const named = parameterIn(said);
  return named === null || named.problem === 'missing' ? null : named.name;
}

const isAboutFile = (place: string | null, said: string, { files }: RequestedAmount) =>
  files.length > 0 &&
  aboutFormat.test(said) &&
  !aboutName.test(said) &&
  (place === null || files.some(({ field }) => field.replace('[]', '') === place.replace('[]', '')));

/** The name itself is refused, and not the value under it. */
function isNameRefused(place: string, said: string, refused: string | null): boolean {
  if (/unsupported value|invalid value/i.test(said)) return false;
  if (aboutName.test(said)) return true;
  const named = parameterIn(said);
  return (
    named?.problem === 'unsupported' &&
    (refused === null || lastStep(named.name) === lastStep(place)) &&
    allowedIn(said).length === 0
  );
}

const lastStep = (path: string) =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .at(-1) ?? path;

function refusedValue(place: string, said: string, asked: RequestedAmount): string | null {
  const sent = asked.valueOf(place);
  if (sent !== null) return sent.slice(0, 200);
  return refusedWord.exec(said)?.slice(1).find(Boolean) ?? null;
}
