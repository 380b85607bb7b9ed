import type { Part, Usage, UsageUnits } from '#shared/protocol/part.ts';
import { asNumber, asObject, type JsonObject, shallowRecord } from '../intake/json-value.ts';

/**
 * The first positive count, else a zero, else `null`: gateways that know two dialects write zeros under the names of the
 * one they did not use.
 */
function firstCount(...candidates: unknown[]): number | null {
  const counts = candidates.map(asNumber).filter((count) => count !== null);
  return counts.find((count) => count > 0) ?? counts[0] ?? null;
}

/** Counts of the compatible surface, under chat or responses names. */
export function readUsage(raw: JsonObject): Usage {
  const inputDetails = asObject(raw.prompt_tokens_details) ?? asObject(raw.input_tokens_details) ?? {};
  const outputDetails = asObject(raw.completion_tokens_details) ?? asObject(raw.output_tokens_details) ?? {};
  return {
    inputTokens: firstCount(raw.prompt_tokens, raw.input_tokens),
    outputTokens: firstCount(raw.completion_tokens, raw.output_tokens),
    reasoningTokens: firstCount(outputDetails.reasoning_tokens, raw.reasoning_tokens),
    cachedTokens: firstCount(inputDetails.cached_tokens, raw.prompt_cache_hit_tokens, raw.cache_read_input_tokens),
    totalTokens: firstCount(raw.total_tokens),
  };
}

/** Counts of rerank services: tokens under any of their names, or searches. */
export function readRerankUsage(raw: JsonObject): Usage {
  const searches = asNumber(raw.search_units);
  return { ...readUsage(raw), ...(searches === null ? {} : { units: { searchUnits: searches } }) };
}

/** Counts of picture routes: tokens, those of pictures among them, and pictures where they are counted. */
export function readImageUsage(raw: JsonObject): Usage {
  const units: UsageUnits = {};
  const note = (name: keyof UsageUnits, value: unknown) => {
    const count = asNumber(value);
    if (count !== null) units[name] = count;
  };
  note('images', raw.generated_images ?? raw.image_count ?? raw.images);
  note('imageInputTokens', asObject(raw.input_tokens_details)?.image_tokens);
  note('imageOutputTokens', asObject(raw.output_tokens_details)?.image_tokens);
  return { ...readUsage(raw), ...(Object.keys(units).length > 0 ? { units } : {}) };
}

/** Counts of the sound routes: tokens, those of sound among them, or seconds. */
export function readAudioUsage(raw: JsonObject): Usage {
  const units: UsageUnits = {};
  const seconds = raw.seconds ?? raw.duration;
  const details = asObject(raw.input_token_details) ?? asObject(raw.input_tokens_details);
  const audioTokens = asNumber(details?.audio_tokens);
  if (typeof seconds === 'number' && Number.isFinite(seconds)) units.seconds = seconds;
  if (audioTokens !== null) units.audioInputTokens = audioTokens;
  return { ...readUsage(raw), ...(Object.keys(units).length > 0 ? { units } : {}) };
}

/** Counts of the native surface. Its output count leaves the reasoning out. */
export function readNativeUsage(raw: JsonObject): Usage {
  return {
    inputTokens: asNumber(raw.promptTokenCount),
    outputTokens: asNumber(raw.candidatesTokenCount),
    reasoningTokens: asNumber(raw.thoughtsTokenCount),
    cachedTokens: asNumber(raw.cachedContentTokenCount),
    totalTokens: asNumber(raw.totalTokenCount),
  };
}

/**
 * Keeps the last usage of an answer. Some gateways report a growing count with every chunk, so counts are replaced and
 * never summed, and a report is only made when it is asked for.
 */
export function createUsageTotals(read: (raw: JsonObject) => Usage) {
  let latest: JsonObject | null = null;
  let reported: JsonObject | null = null;
  return {
    note(value: unknown): boolean {
      const raw = asObject(value);
      if (raw === null || Object.keys(raw).length === 0) return false;
      latest = raw;
      return true;
    },
    /** The latest usage as a part, unless it was reported already. */
    report(): Part[] {
      if (latest === null || latest === reported) return [];
      reported = latest;
      return [{ type: 'usage-report', ...read(latest), raw: shallowRecord(latest) }];
    },
    get usage(): Usage | null {
      return latest === null ? null : read(latest);
    },
  };
}
