import type { Part, RunEnd } from '#shared/protocol/part.ts';

/** What was observed of one probe: the facts behind a verdict. */
export interface Observation {
  end: RunEnd;
  status: number | null;
  streamed: boolean;
  /** Types of all parts, in order of first arrival. */
  partTypes: string[];
  warnings: { code: string; message: string }[];
  /** Whole JSON responses that no other part covers, as text. */
  rawTexts: string[];
  /** Model ids of a listing. */
  models: string[];
  tokens: number;
  /** Media type of the response, as labeled. */
  mediaType: string | null;
}

/** Follows a run to its end. Calls `onStart` with the id of each attempt as it begins. */
export async function observe(
  parts: AsyncIterable<Part>,
  onStart: (exchangeId: string) => void,
): Promise<Omit<Observation, 'mediaType'>> {
  const types = new Set<string>();
  const warnings: Observation['warnings'] = [];
  const rawTexts: string[] = [];
  const models: string[] = [];
  let status: number | null = null;
  let streamed = false;
  let tokens = 0;
  let end: RunEnd | null = null;
  for await (const part of parts) {
    types.add(part.type);
    if (part.type === 'run-start') onStart(part.exchangeId);
    else if (part.type === 'answer-start') ({ status, streamed } = part);
    else if (part.type === 'warning') warnings.push({ code: part.code, message: part.message });
    else if (part.type === 'raw-event') rawTexts.push(part.data);
    else if (part.type === 'models') models.push(...part.models.map(({ id }) => id));
    else if (part.type === 'usage-report')
      tokens = part.totalTokens ?? (part.inputTokens ?? 0) + (part.outputTokens ?? 0);
    else if (part.type === 'run-end') end = part;
  }
  if (!end) throw new Error('a run ended without its last part');
  return { end, status, streamed, partTypes: [...types], warnings, rawTexts, models, tokens };
}
