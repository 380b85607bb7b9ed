import type { Part, Usage, UsageUnits } from '#shared/protocol/part.ts';
import { asArray, asNumber, asObject, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';

/** Reports the id and the model of a response as soon as they are known, and again when the other one follows. */
export function createResponseId() {
  let id: string | null = null;
  let model: string | null = null;
  return {
    take(newId: unknown, newModel: unknown): Part[] {
      const before = [id, model];
      id ??= asText(newId);
      model ??= asText(newModel);
      return id === before[0] && model === before[1] ? [] : [{ type: 'answer-id', id, model }];
    },
  };
}

/** Reads the citations of a response; each source is reported once, however often a gateway repeats it. */
export function createCitations() {
  const seen = new Set<string>();
  function one(value: unknown): Part[] {
    const record = asObject(value);
    const source = asObject(record?.url_citation) ?? asObject(record?.web) ?? record;
    const url = asText(value) ?? asText(source?.url) ?? asText(source?.uri);
    if (url === null || seen.has(url)) return [];
    seen.add(url);
    return [{ type: 'citation', url, title: asText(source?.title) }];
  }
  return {
    count: () => seen.size,
    /** Takes URLs, `{url, title}`, `{uri, title}`, `{url_citation: {...}}` and `{web: {...}}`, one or many. */
    take: (values: unknown): Part[] => (Array.isArray(values) ? asArray(values).flatMap(one) : one(values)),
  };
}

export type Citations = ReturnType<typeof createCitations>;

/**
 * Returns the first positive count, else a zero, else `null`: some gateways write zeros under the names they do not
 * use.
 */
function firstCount(...candidates: unknown[]): number | null {
  const counts = candidates.map(asNumber).filter((count) => count !== null);
  return counts.find((count) => count > 0) ?? counts[0] ?? null;
}

/** Reads usage of the compatible surface, under chat or responses names. */
export function readUsage(raw: JsonObject): Usage {
  const inputDetails = asObject(raw.prompt_tokens_details) ?? asObject(raw.input_tokens_details) ?? {};
  const outputDetails = asObject(raw.completion_tokens_details) ?? asObject(raw.output_tokens_details) ?? {};
  return {
    inputTokens: firstCount(raw.prompt_tokens, raw.input_tokens),
    outputTokens: firstCount(raw.completion_tokens, raw.output_tokens),
    reasoningTokens: firstCount(outputDetails.reasoning_tokens, raw.reasoning_tokens),
    cachedTokens: firstCount(inputDetails.cached_tokens, raw.prompt_cache_hit_tokens, raw.cache_read_input_tokens),
    totalTokens: firstCount(raw.total_tokens),
    ...unitsOf({
      audioInputTokens: positive(inputDetails.audio_tokens),
      audioOutputTokens: positive(outputDetails.audio_tokens),
      imageOutputTokens: positive(outputDetails.image_tokens),
    }),
  };
}

/** Gateways of text report zeros for what they do not process. */
const positive = (value: unknown): number | null => asNumber(value) || null;

/** Adds counts of units other than tokens to a usage. */
const withUnits = (usage: Usage, counts: Parameters<typeof unitsOf>[0]): Usage => {
  const { units } = unitsOf(counts);
  return units ? { ...usage, units: { ...usage.units, ...units } } : usage;
};

/** Returns the counts of units other than tokens, if any. */
function unitsOf(counts: { readonly [Name in keyof UsageUnits]: number | null }): Pick<Usage, 'units'> {
  const found = Object.entries(counts).filter(([, count]) => count !== null);
  return found.length > 0 ? { units: Object.fromEntries(found) } : {};
}

/** Reads usage of rerank services: tokens under any of their names, or searches. */
export const readRerankUsage = (raw: JsonObject): Usage =>
  withUnits(readUsage(raw), { searchUnits: asNumber(raw.search_units) });

/** Reads usage of image routes: tokens, including image tokens, and images where they are counted. */
export const readImageUsage = (raw: JsonObject): Usage =>
  withUnits(readUsage(raw), {
    images: asNumber(raw.generated_images ?? raw.image_count ?? raw.images),
    imageInputTokens: asNumber(asObject(raw.input_tokens_details)?.image_tokens),
    imageOutputTokens: asNumber(asObject(raw.output_tokens_details)?.image_tokens),
  });

/** Reads usage of the audio routes: tokens, including audio tokens, or seconds. */
export function readAudioUsage(raw: JsonObject): Usage {
  const seconds = raw.seconds ?? raw.duration;
  const details = asObject(raw.input_token_details) ?? asObject(raw.input_tokens_details);
  return withUnits(readUsage(raw), {
    seconds: typeof seconds === 'number' ? asNumber(seconds) : null,
    audioInputTokens: asNumber(details?.audio_tokens),
  });
}

/** Reads usage of the native surface. Its output count excludes reasoning. */
export function readNativeUsage(raw: JsonObject): Usage {
  return {
    inputTokens: asNumber(raw.promptTokenCount),
    outputTokens: asNumber(raw.candidatesTokenCount),
    reasoningTokens: asNumber(raw.thoughtsTokenCount),
    cachedTokens: asNumber(raw.cachedContentTokenCount),
    totalTokens: asNumber(raw.totalTokenCount),
  };
}

/** Keeps the last usage of a response: some gateways report a growing count with every chunk, so nothing is summed. */
export function createUsageTotals(read: (raw: JsonObject) => Usage) {
  let latest: JsonObject | null = null;
  let reported: JsonObject | null = null;
  function note(value: unknown): boolean {
    const raw = asObject(value);
    if (raw === null || Object.keys(raw).length === 0) return false;
    latest = raw;
    return true;
  }
  /** Returns the latest usage as a part, unless it was reported already. */
  function report(): Part[] {
    if (latest === null || latest === reported) return [];
    reported = latest;
    return [{ type: 'usage-report', ...read(latest), raw: shallowRecord(latest) }];
  }
  return {
    note,
    report,
    take(value: unknown): Part[] {
      note(value);
      return report();
    },
    usage: (): Usage | null => latest && read(latest),
  };
}

export type UsageTotals = ReturnType<typeof createUsageTotals>;
