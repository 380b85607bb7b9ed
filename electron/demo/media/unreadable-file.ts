/** Why a file cannot be read, as the rest of a sentence. */
export class UnreadableFile extends Error {}
