import type * as z from 'zod/mini';

/** Any schema that can validate the input of an entry. */
export type Schema = z.ZodMiniType;

/** A phantom: attaches a type to a value that has no content. */
export interface Out<T> {
  readonly out?: T;
}
export const out = <T>(): Out<T> => ({});

/** One request, one result. */
export interface Call<S extends Schema, O> extends Out<O> {
  readonly kind: 'call';
  readonly input: S;
}

/** One request, many values. `join` merges two adjacent values that wait for the same message. */
export interface Stream<S extends Schema, O> extends Out<O> {
  readonly kind: 'stream';
  readonly input: S;
  readonly join?: (first: O, second: O) => O | undefined;
}

/** A stream that also accepts input while it runs. */
export interface Duplex<S extends Schema, P extends Schema, O> extends Out<O> {
  readonly kind: 'duplex';
  readonly input: S;
  readonly push: P;
}

// biome-ignore lint/suspicious/noExplicitAny: `join` takes and gives the same type, so no other type fits every stream.
export type Entry = Call<Schema, unknown> | Stream<Schema, any> | Duplex<Schema, Schema, unknown>;
export type Area = Readonly<Record<string, Entry>>;
export type Contract = Readonly<Record<string, Area>>;

export const call = <S extends Schema, O>(input: S, _out: Out<O>): Call<S, O> => ({ kind: 'call', input });

export const stream = <S extends Schema, O>(
  input: S,
  _out: Out<O>,
  join?: (first: O, second: O) => O | undefined,
): Stream<S, O> => ({ kind: 'stream', input, ...(join ? { join } : {}) });

export const duplex = <S extends Schema, P extends Schema, O>(input: S, push: P, _out: Out<O>): Duplex<S, P, O> => ({
  kind: 'duplex',
  input,
  push,
});

type Given<S extends Schema> = z.input<S>;
type Checked<S extends Schema> = z.output<S>;

/** What a handler knows about the call besides its input. */
export interface CallContext {
  /** Fires when the caller stops listening, closes its window, or loses its connection. */
  readonly signal: AbortSignal;
}

type HandlerOf<E> =
  E extends Call<infer S, infer O>
    ? (input: Checked<S>, context: CallContext) => Promise<O> | O
    : E extends Stream<infer S, infer O>
      ? (input: Checked<S>, context: CallContext) => AsyncIterable<O>
      : E extends Duplex<infer S, infer P, infer O>
        ? (
            input: Checked<S>,
            context: CallContext & { readonly incoming: AsyncIterable<Checked<P>> },
          ) => AsyncIterable<O>
        : never;

/** What the core must implement: a missing or mistyped handler does not compile. */
export type HandlersOf<C> = {
  readonly [A in keyof C]: { readonly [E in keyof C[A]]: HandlerOf<C[A][E]> };
};

export interface CallOptions {
  /** Aborting it cancels the call on the other side; the result is then an `aborted` failure. */
  signal?: AbortSignal;
}

/** A running duplex: read it like a stream, push into it until `finish`. */
export interface Conversation<P, O> extends AsyncIterable<O> {
  push(value: P): void;
  finish(): void;
}

type CallOf<E> =
  E extends Call<infer S, infer O>
    ? (input: Given<S>, options?: CallOptions) => Promise<O>
    : E extends Stream<infer S, infer O>
      ? (input: Given<S>, options?: CallOptions) => AsyncIterable<O>
      : E extends Duplex<infer S, infer P, infer O>
        ? (input: Given<S>, options?: CallOptions) => Conversation<Given<P>, O>
        : never;

/** What the page, the terminal and the tests call. */
export type ClientOf<C> = {
  readonly [A in keyof C]: { readonly [E in keyof C[A]]: CallOf<C[A][E]> };
};
