/** Ids of sent events that are remembered: a refusal follows soon. */
const mostEvents = 1000;

/** The types of sent events by their id, to tell what an error of the gateway is about. */
export class SentEvents {
  readonly #types = new Map<string, string>();

  note(id: string | null, type: string): void {
    if (id === null || id === '') return;
    this.#types.set(id, type);
    const [oldest] = this.#types.keys();
    if (this.#types.size > mostEvents && oldest !== undefined) this.#types.delete(oldest);
  }

  typeOf(id: string | null): string | null {
    return this.#types.get(id ?? '') ?? null;
  }
}
