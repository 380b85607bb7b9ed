import { readAuthHeaders } from './auth-headers.ts';
import { readCurlArguments } from './curl-words.ts';
import { nothingRecognised, type Recognised, secretOf } from './recognised.ts';

/** Finds a connection in a `curl` command, or gives `null` when the text is none. */
export function readCurl(text: string): Recognised | null {
  const words = readCurlArguments(text);
  if (!words) return null;
  const { address, headers, data } = words;
  const auth = readAuthHeaders(headers);
  const url = address ? URL.parse(address) : null;
  const queryKey = secretOf(url?.searchParams.get('key'));
  return {
    ...nothingRecognised,
    ...auth,
    ...(auth.secret === null && queryKey ? { secret: queryKey, nativeKeyStyle: 'query' as const } : {}),
    kind: 'curl',
    // Query and fragment belong to that one request, and may hold the key.
    address: url ? `${url.protocol}//${url.host}${url.pathname}` : address,
    model: modelOf(data.at(-1) ?? '') ?? modelInPath(url?.pathname),
  };
}

function modelOf(body: string): string | null {
  try {
    const { model } = JSON.parse(body) as { model?: unknown };
    return typeof model === 'string' ? model : null;
  } catch {
    return null;
  }
}

const modelInPath = (path: string | undefined) => /\/v1beta\/models\/([^:/]+):/.exec(path ?? '')?.[1] ?? null;
