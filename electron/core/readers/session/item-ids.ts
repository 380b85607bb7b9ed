import { type JsonFields, textIn } from './session-line.ts';

/**
 * Names the items of servers that send no `item_id`: without a name, everything that both sides say would be one item.
 * What the model says belongs to its response, what the user said to the turn that was committed last.
 */
export class ItemIds {
  #responses = 0;
  #isAnswering = false;
  #turns = 1;
  #committed: string | null = null;
  readonly #ended = new Set<string>();
  #lastEnd: string | null = null;
  /** The response in progress, or the last one. */
  #response = '';

  responseStarted(id: string | null): void {
    this.#responses += 1;
    this.#isAnswering = true;
    this.#response = id ?? `response ${this.#responses}`;
  }

  /**
   * Returns false for the second end of a response: some servers send the name of its end, such as `response.failed`,
   * and then `response.done`.
   */
  responseEnded(id: string | null, type: string): boolean {
    const isSecond = id === null && !this.#isAnswering && this.#lastEnd !== null && this.#lastEnd !== type;
    const ended = id ?? (this.#isAnswering ? this.#response : `response without id ${this.#ended.size}`);
    this.#isAnswering = false;
    this.#lastEnd = type;
    if (isSecond || this.#ended.has(ended)) return false;
    this.#ended.add(ended);
    return true;
  }

  /** A turn of the user was committed; `''` where the server does not name it. */
  committed(itemId: string): void {
    this.#committed = itemId || null;
  }

  /** The transcript of a turn is complete: the next one without a name is of the next turn. */
  transcribed(): void {
    this.#turns += 1;
    this.#committed = null;
  }

  ofModel(itemId: string, event: JsonFields): string {
    if (itemId !== '') return itemId;
    const named = textIn(event, 'response_id');
    if (named !== null) return `${named} reply`;
    if (!this.#isAnswering) this.responseStarted(null);
    return `${this.#response} reply`;
  }

  ofPerson(itemId: string): string {
    return itemId || (this.#committed ?? `turn ${this.#turns}`);
  }
}
