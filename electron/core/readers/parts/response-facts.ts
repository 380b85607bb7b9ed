import type { Part, Usage, UsageUnits } from '#shared/protocol/part.ts';
import {
  asNumber,
  asObject,
  asObjects,
  type JsonObject,
  scalarText,
  shallowRecord,
  words,
} from '../intake/json-value.ts';

/** Reports the id and the model of a response as soon as they are known, and again when the other one follows. */
export function createResponseId() {
  let id: string | null = null;
  let model: string | null = null;
  return {
    take(newId: unknown, newModel: unknown): Part[] {
      const before = [id, model];
      id ??= scalarText(newId);
      model ??= scalarText(newModel);
      return id === before[0] && model === before[1] ? [] : [{ type: 'answer-id', id, model }];
    },
  };
}

/**
 * Returns the first positive count, else a zero, else `null`: some gateways write zeros under the names they do not
 * use.
 */
function firstCount(...candidates: unknown[]): number | null {
  // Servers that do not know a count write -1.
  const counts = candidates.map(asNumber).filter((count): count is number => count !== null && count >= 0);
  return counts.find((count) => count > 0) ?? counts[0] ?? null;
}

/** A record with its names in snake case, as most services write them: some write `inputTokens`. */
function snakeCased(record: JsonObject | null): JsonObject {
  if (record === null) return {};
  const names = Object.keys(record).slice(0, mostNames);
  return Object.fromEntries(
    names.map((name) => [name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(), record[name]]),
  );
}

const mostNames = 200;

/** Some services write a record with a total in place of a count. */
const counts = (record: JsonObject, names: readonly string[]) =>
  names.map((name) => asObject(record[name])?.total ?? record[name]);
const detailsIn = (record: JsonObject, names: readonly string[]) =>
  snakeCased(names.map((name) => asObject(record[name])).find((details) => details !== null) ?? null);

const inputNames = words(`prompt_tokens input_tokens prompt_token_count input_token_count prompt_eval_count
  prompt input`);
const outputNames = words(`completion_tokens output_tokens candidates_token_count completion_token_count
  output_token_count generated_tokens eval_count completion output`);
const cachedNames = words(`cached_tokens prompt_cache_hit_tokens cache_read_input_tokens
  cache_read_input_token_count cache_read_tokens cached_input_tokens cached_content_token_count`);
const reasoningNames = ['reasoning_tokens', 'thoughts_token_count', 'thinking_tokens', 'reasoning_output_tokens'];

/** Reads usage of the compatible surface, under the names of every service behind it. */
export function readUsage(record: JsonObject): Usage {
  const outer = snakeCased(record);
  // Cohere counts under `tokens`, and what it bills under `billed_units`.
  const raw = { ...snakeCased(asObject(outer.billed_units)), ...snakeCased(asObject(outer.tokens)), ...outer };
  const inputDetails = detailsIn(raw, ['prompt_tokens_details', 'input_tokens_details', 'input_token_details']);
  const outputDetails = detailsIn(raw, ['completion_tokens_details', 'output_tokens_details', 'output_token_details']);
  return {
    // llama.cpp counts what it processed beside the times.
    inputTokens: firstCount(...counts(raw, inputNames), sum(raw.prompt_n, raw.cache_n)),
    outputTokens: firstCount(...counts(raw, outputNames), raw.predicted_n),
    reasoningTokens: firstCount(...counts(outputDetails, reasoningNames), ...counts(raw, reasoningNames)),
    cachedTokens: firstCount(...counts(inputDetails, cachedNames), ...counts(raw, cachedNames), raw.cache_n),
    totalTokens: firstCount(raw.total_tokens, raw.total_token_count, raw.total),
    ...unitsOf({
      audioInputTokens: positive(inputDetails.audio_tokens),
      audioOutputTokens: positive(outputDetails.audio_tokens),
      imageOutputTokens: positive(outputDetails.image_tokens),
    }),
  };
}

const sum = (first: unknown, second: unknown): number | null => {
  const count = asNumber(first);
  return count === null ? null : count + (asNumber(second) ?? 0);
};

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

/** Fields that hold usage, in a document or in a record inside it. */
const usageFields = ['usage', 'usageMetadata', 'usage_metadata', 'token_usage', 'tokenUsage'] as const;
/** Counts that some services add beside the usage, or in its place. */
const spareFields = ['amazon-bedrock-invocationMetrics', 'timings', 'meta'] as const;
const looseFields = ['prompt_eval_count', 'eval_count'] as const;

const filled = (value: unknown): JsonObject | null => {
  const record = asObject(value) ?? asObjects(value).at(-1) ?? null;
  return record !== null && Object.keys(record).length > 0 ? record : null;
};

const ownUsage = (record: JsonObject | null): JsonObject | null =>
  record && (usageFields.map((field) => filled(record[field])).find((found) => found !== null) ?? null);

/** Finds usage in the places where services put it. `isSpare`: it counts only where there is no other. */
function usageIn(document: JsonObject): { raw: JsonObject; isSpare: boolean } | null {
  const vendor = asObject(document.x_groq) ?? asObject(document.x_usage) ?? null;
  const main = [document, vendor, asObject(document.message), asObject(document.metadata)]
    .map(ownUsage)
    .find((found) => found !== null);
  if (main) return { raw: main, isSpare: false };
  const loose = looseFields.filter((field) => asNumber(document[field]) !== null);
  if (loose.length > 0)
    return { raw: Object.fromEntries(loose.map((field) => [field, document[field]])), isSpare: true };
  const spare = spareFields
    .map((field) => filled(document[field]))
    .find((found) => found && hasCounts(readUsage(found)));
  return spare ? { raw: spare, isSpare: true } : null;
}

const isNothing = ({ inputTokens, outputTokens, totalTokens }: Usage): boolean =>
  !inputTokens && !outputTokens && !totalTokens;

const hasCounts = ({ inputTokens, outputTokens }: Usage): boolean => inputTokens !== null || outputTokens !== null;

/**
 * Keeps the last usage of a response: some gateways report a growing count with every chunk, so nothing is summed. What
 * a later report leaves out, an earlier one may have had: input is counted at the start, output at the end.
 */
export function createUsageTotals(read: (raw: JsonObject) => Usage) {
  let latest: { raw: JsonObject; usage: Usage; isSpare: boolean } | null = null;
  let reported: JsonObject | null = null;

  function keep(raw: JsonObject, isSpare: boolean): boolean {
    if (isSpare && latest?.isSpare === false) return false;
    const usage = read(raw);
    // Zeros at the end are those of a gateway that counts nothing.
    if (latest && isNothing(usage) && !isNothing(latest.usage)) return false;
    const before = latest?.isSpare === isSpare ? latest.usage : null;
    latest = { raw, usage: before ? withMissing(usage, before) : usage, isSpare };
    return true;
  }

  function note(value: unknown): boolean {
    const raw = filled(value);
    return raw !== null && keep(raw, false);
  }

  /** Returns the latest usage as a part, unless it was reported already. */
  function report(): Part[] {
    if (latest === null || latest.raw === reported) return [];
    reported = latest.raw;
    return [{ type: 'usage-report', ...latest.usage, raw: shallowRecord(latest.raw) }];
  }

  return {
    note,
    /** Notes the usage in a document or a record, wherever the service put it. */
    find(document: JsonObject | null): boolean {
      const found = document && usageIn(document);
      return found !== null && keep(found.raw, found.isSpare);
    },
    report,
    take(value: unknown): Part[] {
      note(value);
      return report();
    },
    usage: (): Usage | null => latest?.usage ?? null,
  };
}

const withMissing = (usage: Usage, before: Usage): Usage => ({
  ...usage,
  inputTokens: usage.inputTokens ?? before.inputTokens,
  outputTokens: usage.outputTokens ?? before.outputTokens,
  reasoningTokens: usage.reasoningTokens ?? before.reasoningTokens,
  cachedTokens: usage.cachedTokens ?? before.cachedTokens,
});

export type UsageTotals = ReturnType<typeof createUsageTotals>;
