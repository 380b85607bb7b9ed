/** Other names that servers give a required field: Text Embeddings Inference takes `texts` and `inputs`. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  documents: ['texts', 'passages'],
  input: ['inputs'],
};

/** Returns the names under which a required field may be in a body, its own first. */
export const spellingsOf = (name: string): readonly string[] => [name, ...(spellings[name] ?? [])];
