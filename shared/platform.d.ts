/**
 * The few globals that Node, Electron and every browser share and that ECMAScript itself does not define. Only the
 * compilation of `shared/` sees this file: the other projects have the real declarations.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };
declare function setTimeout(callback: () => void, delayMs?: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;
interface URL {
  readonly origin: string;
  protocol: string;
  hostname: string;
  host: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  username: string;
  password: string;
  readonly href: string;
  readonly searchParams: URLSearchParams;
}
declare const URL: { new (text: string, base?: string): URL; canParse(text: string): boolean };
interface URLSearchParams extends Iterable<[string, string]> {
  get(name: string): string | null;
}
declare const URLSearchParams: { new (text: string): URLSearchParams };
