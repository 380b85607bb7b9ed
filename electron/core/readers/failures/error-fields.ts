import { asNumber, asObject, type JsonObject } from '../intake/json-value.ts';
import { isVague, meansSuccess } from './sentences.ts';
import { waitFromDetails, within } from './waits.ts';

export const maxFields = 200;
export const maxEntries = 20;
export const maxListed = 5;
const maxWord = 200;

/** Names of fields in lower case without separators, best first. */
const namesOf = (names: string): ReadonlyMap<string, number> => new Map(names.split(' ').map((name, at) => [name, at]));

const sentences = namesOf(
  'message msg errormessage errormsg errmsg statusmsg statusmessage faultstring errordescription err error detail details description text reason cause exception info hint title failreason failurereason',
);
/** Fields that say more about a sentence beside them. */
export const causes = namesOf(
  'error detail details reason cause description errors violations fieldviolations issues errordetails innererror',
);
const codes = namesOf('code errorcode errcode errno errorno retcode resultcode statuscode ret');
const types = namesOf('type errortype exceptiontype');
const params = namesOf('param parameter field fieldname property loc path pointer instancepath datapath argument');
const requestIds = namesOf('requestid reqid traceid logid');
/** Records that contain the error, before any other record. */
const errors = namesOf('error errors err fault exception errorinfo errordetail baseresp failure innererror header');
const containers = namesOf(
  'message detail details cause reason violations fieldviolations issues status raw metadata response responsemetadata data result output body',
);
/** What repeats the request, and what a model wrote: no words about the error. */
export const echoes = namesOf(
  'request input inputs messages prompt headers ctx context stack stacktrace trace traceback url links help documentationurl docurl choices candidates content tools schema example examples usage config model',
);

/** Returns a name of a field without case and separators. */
export const nameOf = (key: string): string => (key.length > 40 ? '' : key.toLowerCase().replace(/[^a-z]/g, ''));

const trimmed = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);

const noCodes: ReadonlySet<string> = new Set(['0', '200', '201', '00000', '000000']);

/** Returns a code as text; `null` for one that means success. */
export function errorCode(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : trimmed(value);
  return text === null || noCodes.has(text) || meansSuccess(text) ? null : text.slice(0, maxWord);
}

/** `INVALID_ARGUMENT`, as the native surface names its statuses. */
const nativeStatus = /^[A-Z][A-Z_]{2,60}$/;
/** Fields with a sentence, or with a word that programs compare. */
const mayBeCode = namesOf('error err reason exception cause title');
const codeWord = /^[A-Za-z][\w.:-]{1,80}$/;

/** Returns the name of a type: AWS writes a namespace before it, and an address behind it. */
function typeOf(value: unknown): string | null {
  const [name = ''] = (trimmed(value) ?? '').slice(-maxWord).split('#').slice(-1);
  const [text = ''] = name.split(/:https?:/, 1);
  return text === '' || meansSuccess(text) || /^(?:error|about:blank|https?:.*)$/.test(text) ? null : text;
}

function placeOf(value: unknown): string | null {
  const steps = Array.isArray(value) ? value : typeof value === 'string' ? pointerSteps(value) : [];
  const known = steps.filter((step) => typeof step === 'string' || typeof step === 'number');
  return (
    known
      .slice(known[0] === 'body' && known.length > 1 ? 1 : 0)
      .join('.')
      .slice(0, maxWord) || null
  );
}

const pointerSteps = (text: string): string[] =>
  /^[#$]?\/[\w/-]+$/.test(text) ? text.replace(/^[#$]/, '').split('/').filter(Boolean) : [text.trim()];

/** What the fields of one record say about an error; see `ErrorWords`. */
interface OwnFields {
  sentence: string | null;
  type: string | null;
  code: string | null;
  param: string | null;
  requestId: string | null;
  waitMs: number | null;
}

/** Returns the value of the best-ranked field for which `read` finds one. */
function bestOf<T>(
  fields: Fields,
  names: ReadonlyMap<string, number>,
  read: (value: unknown, name: string) => T | null,
): T | null {
  let best: T | null = null;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const [name, value] of fields) {
    const rank = names.get(name);
    if (rank === undefined || rank >= bestRank) continue;
    const found = read(value, name);
    if (found === null) continue;
    best = found;
    bestRank = rank;
  }
  return best;
}

type Fields = readonly (readonly [name: string, value: unknown])[];

/** Reads the fields of a record itself, not those of the records in it. */
export function fieldsOf(record: JsonObject): OwnFields {
  const fields: Fields = Object.entries(record)
    .slice(0, maxFields)
    .map(([key, value]) => [nameOf(key), value]);
  const sentence = (value: unknown) => {
    const text = trimmed(value);
    return text === null || meansSuccess(text) ? null : text;
  };
  const clear = bestOf(fields, sentences, (value, name) => {
    const text = sentence(value);
    return text === null || isVague(text) || (mayBeCode.has(name) && codeWord.test(text)) ? null : text;
  });
  const shown = clear ?? bestOf(fields, sentences, sentence);
  const status = trimmed(record.status) ?? '';
  const native = nativeStatus.test(status) ? status : null;
  const word = trimmed(record.error);
  const errorWord = word !== null && word !== shown && codeWord.test(word) ? word : null;
  const statusCode =
    typeof record.status === 'number' ? record.status : /^[a-z]+(?:_[a-z]+)+$/.test(status) ? status : null;
  return {
    sentence: shown,
    type: native ?? bestOf(fields, types, typeOf),
    code: bestOf(fields, codes, errorCode) ?? errorWord ?? (native === null ? errorCode(statusCode) : null),
    param: bestOf(fields, params, (value, name) => (name === 'path' && !Array.isArray(value) ? null : placeOf(value))),
    requestId: bestOf(fields, requestIds, (value) => trimmed(value)?.slice(0, maxWord) ?? null),
    waitMs: waitFromDetails(record) ?? waitIn(record),
  };
}

function waitIn(record: JsonObject): number | null {
  const milliseconds = asNumber(record.retry_after_ms);
  const seconds = asNumber(record.retry_after) ?? asNumber(record.estimated_time);
  return milliseconds !== null ? within(milliseconds) : seconds === null ? null : within(seconds * 1000);
}

/**
 * Returns the records and lists in a record, those of an error apart, best names first.
 *
 * @param hasSentence the record itself says what happened: lists under the names of request fields may be echoes.
 */
export function nestedIn(record: JsonObject, hasSentence: boolean): { errors: unknown[]; others: unknown[] } {
  const found: [rank: number, value: unknown][] = [];
  const others: [rank: number, value: unknown][] = [];
  for (const [key, value] of Object.entries(record).slice(0, maxFields)) {
    const name = nameOf(key);
    const isJson = typeof value === 'string' && name === 'raw';
    if (!(typeof value === 'object' && value !== null) && !isJson) continue;
    const rank = errors.get(name);
    if (rank !== undefined) found.push([rank, namedLists(value, true)]);
    else if (!echoes.has(name) || (isTexts(value) && !hasSentence))
      others.push([
        containers.get(name) ?? containers.size,
        isTexts(value) && !sentences.has(name) && name !== 'messages' ? faultsOf(key, value) : namedLists(value, false),
      ]);
  }
  const sorted = (values: typeof found) => values.sort(([one], [other]) => one - other).map(([, value]) => value);
  return { errors: sorted(found), others: sorted(others) };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.slice(0, maxEntries).every((text) => typeof text === 'string');

/** Names under which frameworks list faults of the request as a whole. */
const ofNoField = /^(?:non_?field_?errors|__all__|base)$/i;

/** The faults of a field by its name, as Django writes them: `{"model": ["This field is required."]}`. */
const faultsOf = (param: string, texts: readonly string[]): unknown[] =>
  texts.slice(0, maxListed).map((message) => (ofNoField.test(param) ? message : { message, param }));

/**
 * Turns a record of fields with their faults into one list of faults.
 *
 * @param isErrors it is named so: a field may then have one text instead of a list, unless its name is known.
 */
function namedLists(value: unknown, isErrors: boolean): unknown {
  const record = asObject(value);
  const fields = record && Object.entries(record).slice(0, maxEntries);
  const isFaults = (key: string, faults: unknown) =>
    isTexts(faults) || (isErrors && typeof faults === 'string' && !isKnown(nameOf(key)));
  if (!fields || fields.length === 0 || !fields.every(([key, faults]) => isFaults(key, faults))) return value;
  return fields.flatMap(([key, faults]) => faultsOf(key, [faults].flat() as string[]));
}

const isKnown = (name: string): boolean =>
  [sentences, codes, types, params, requestIds].some((names) => names.has(name));

/** Turns a document that consists of nothing but fields with their faults into a list of them. */
export function faultsAtRoot(value: unknown): unknown {
  const names = Object.keys(asObject(value) ?? {})
    .slice(0, maxEntries)
    .map(nameOf);
  const isError = names.some(
    (name) => isKnown(name) || errors.has(name) || containers.has(name) || name === 'messages',
  );
  return isError ? value : namedLists(value, false);
}
