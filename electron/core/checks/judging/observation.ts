import type { Part, RunEnd } from '#shared/protocol/part.ts';

/** What was observed of one probe: the facts behind a verdict. */
export interface Observation {
  end: RunEnd;
  status: number | null;
  streamed: boolean;
  /** Types of all parts, in order of first arrival. */
  partTypes: string[];
  warnings: { code: string; message: string }[];
  tokens: number;
  /** Tokens that the model generated; `null` where the response does not say. */
  outputTokens: number | null;
  /** Size of the response's body. */
  bodyBytes: number;
  /** The first kilobytes of the response as text. */
  opening: string;
}

/** Follows a run to its end. Calls `onStart` with the id of each attempt as it begins. */
export async function observe(
  parts: AsyncIterable<Part>,
  onStart: (exchangeId: string) => void,
): Promise<Omit<Observation, 'bodyBytes' | 'opening'>> {
  const types = new Set<string>();
  const warnings: Observation['warnings'] = [];
  let status: number | null = null;
  let streamed = false;
  let tokens = 0;
  let outputTokens: number | null = null;
  let end: RunEnd | null = null;
  for await (const part of parts) {
    types.add(part.type);
    if (part.type === 'run-start') onStart(part.exchangeId);
    else if (part.type === 'answer-start') ({ status, streamed } = part);
    else if (part.type === 'warning') warnings.push({ code: part.code, message: part.message });
    else if (part.type === 'usage-report') {
      tokens = part.totalTokens ?? (part.inputTokens ?? 0) + (part.outputTokens ?? 0);
      outputTokens = part.outputTokens ?? outputTokens;
    } else if (part.type === 'run-end') end = part;
  }
  if (!end) throw new Error('a run ended without its last part');
  return { end, status, streamed, partTypes: [...types], warnings, tokens, outputTokens };
}

/** Parts that a model generated, whatever they contain. */
const generated: ReadonlySet<string> = new Set([
  'text-delta',
  'text-final',
  'reasoning-delta',
  'refusal-delta',
  'tool-call',
  'image',
  'audio',
  'vector',
  'file',
]);

/** Returns whether the response contains something that a model generated. */
export const hasContent = ({ partTypes }: Pick<Observation, 'partTypes'>): boolean =>
  partTypes.some((type) => generated.has(type));
