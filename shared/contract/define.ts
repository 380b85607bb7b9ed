import type * as z from 'zod/mini';

/** Any schema that can check the input of an entry. */
export type Schema = z.ZodMiniType;

/** A phantom: carries a type through a value without content. */
export interface Out<T> {
  readonly out?: T;
}
export const out = <T>(): Out<T> => ({});

/** One question, one answer. */
export interface Call<S extends Schema, O> extends Out<O> {
  readonly kind: 'call';
  readonly input: S;
}

/** One question, many answers. `join` merges two neighbouring answers that wait for the same message. */
export interface Stream<S extends Schema, O> extends Out<O> {
  readonly kind: 'stream';
  readonly input: S;
  readonly join?: (first: O, second: O) => O | undefined;
}

/** A stream that also takes input while it runs. */
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

/** What a handler may know of the question besides its input. */
export interface CallContext {
  /** Fires when the asker leaves: stops listening, closes its window, or its wire breaks. */
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

/** What the core must return: a missing or mistyped handler does not compile. */
export type HandlersOf<C> = {
  readonly [A in keyof C]: { readonly [E in keyof C[A]]: HandlerOf<C[A][E]> };
};

export interface AskOptions {
  /** Aborting it cancels the question on the other side; the answer is then an `aborted` failure. */
  signal?: AbortSignal;
}

/** A running duplex: read it like a stream, push into it until `finish`. */
export interface Conversation<P, O> extends AsyncIterable<O> {
  push(value: P): void;
  finish(): void;
}

type CallOf<E> =
  E extends Call<infer S, infer O>
    ? (input: Given<S>, options?: AskOptions) => Promise<O>
    : E extends Stream<infer S, infer O>
      ? (input: Given<S>, options?: AskOptions) => AsyncIterable<O>
      : E extends Duplex<infer S, infer P, infer O>
        ? (input: Given<S>, options?: AskOptions) => Conversation<Given<P>, O>
        : never;

/** What the page, the terminal and the tests call. */
export type ClientOf<C> = {
  readonly [A in keyof C]: { readonly [E in keyof C[A]]: CallOf<C[A][E]> };
};
