import type { CheckCell } from '#shared/contract/checks.ts';
import type { ProbePort } from '../probe-cell.ts';

/** What a report shows of one exchange, redacted as it was recorded. */
export interface Evidence {
  cellId: string;
  request: string;
  headers: [name: string, value: string][];
  status: string;
  answerHeaders: [name: string, value: string][];
  /** The beginning of the answer; `null` for bytes that are no text. */
  answer: string | null;
  answerBytes: number;
  verdict: string;
}

const shownBytes = 2_000;

export async function readEvidence(cell: CheckCell, port: ProbePort): Promise<Evidence> {
  const exchangeId = cell.exchangeId ?? '';
  const none = { cellId: cell.id, headers: [], answerHeaders: [], answer: '', answerBytes: 0, status: '' };
  try {
    const detail = await port.detail(exchangeId);
    const text = port.answer(exchangeId, shownBytes).toString('utf8');
    return {
      cellId: cell.id,
      request: `${detail.method} ${detail.address}`,
      headers: detail.request.headers,
      status: detail.response ? `${detail.response.status} ${detail.response.statusText}` : '',
      answerHeaders: detail.response?.headers ?? [],
      answer: isText(text) ? text : null,
      answerBytes: detail.response?.bodyBytes ?? 0,
      verdict: detail.verdict,
    };
  } catch {
    return { ...none, request: '', verdict: 'This exchange is no longer in the history.' };
  }
}

/** A cut in the middle of a character leaves one replacement sign at the end. */
const isText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what tells bytes from text
  !/[\0-\x08\x0e-\x1f]/.test(text) && (text.match(/\ufffd/g)?.length ?? 0) <= 1;
