import { asList, asRecord } from '../json-value.ts';

/** What a relay trips over that reads every event into a fixed type; `null` when it passes. */
export function strictProblem(event: unknown): string | null {
  const { session, item, delta, audio } = asRecord(event);
  const { tool_choice: choice, tools, temperature } = asRecord(session);
  const wrong = (value: unknown, kind: string) => value !== undefined && value !== null && typeof value !== kind;
  if (wrong(choice, 'string')) return 'session.tool_choice';
  if (asList(tools).some((tool) => wrong(asRecord(tool).name, 'string'))) return 'session.tools[].name';
  if (wrong(temperature, 'number')) return 'session.temperature';
  const { content } = asRecord(item);
  if (content !== undefined && !Array.isArray(content)) return 'item.content';
  if (wrong(delta, 'string')) return 'delta';
  // The GA form nests an object here, which the event's own `audio` is not.
  return wrong(audio, 'string') ? 'audio' : null;
}
