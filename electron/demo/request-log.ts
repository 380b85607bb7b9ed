import type { IncomingHttpHeaders } from 'node:http';

const storedRequests = 200;

/** One request as it really arrived, with the state of its response. */
export interface LoggedRequest {
  method: string;
  /** Path and query, as sent. */
  path: string;
  /** Headers as sent, credentials included: this is the gateway's own log, kept in memory only. */
  headers: IncomingHttpHeaders;
  /** The first 64 KiB of the body as text. */
  body: string;
  /** Body bytes that arrived, before any content coding is decoded. */
  bytes: number;
  response: {
    /** `abandoned`: the client disconnected first; `broken-off`: a scenario cut the connection. */
    state: 'open' | 'complete' | 'broken-off' | 'abandoned';
    /** `null` until a response begins, 0 for one without a status line. */
    status: number | null;
    /** Body bytes written to the connection so far. */
    bytes: number;
  };
}

/** The last 200 requests and the total number. */
export interface RequestLog {
  begin(method: string, path: string, headers: IncomingHttpHeaders): LoggedRequest;
  list(): readonly LoggedRequest[];
  count(): number;
}

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  let count = 0;
  return {
    begin(method, path, headers) {
      const answer = { state: 'open', status: null, bytes: 0 } as const;
      const request: LoggedRequest = { method, path, headers, body: '', bytes: 0, response: { ...answer } };
      requests.push(request);
      if (requests.length > storedRequests) requests.shift();
      count++;
      return request;
    },
    list: () => [...requests],
    count: () => count,
  };
}
