/** What an embedding model of the demo can do. */
export interface EmbeddingModel {
  dimensions: number;
  /** Whether `dimensions` may ask for the beginning of the vector alone. */
  canShorten: boolean;
}

const models: Readonly<Record<string, EmbeddingModel>> = {
  'demo-embed-small': { dimensions: 256, canShorten: false },
  'demo-embed': { dimensions: 1536, canShorten: true },
  'demo-embed-large': { dimensions: 3072, canShorten: true },
};

/** The sizes of a model; those of the small one for a model that stands for a scenario. */
export const embeddingModel = (id: string): EmbeddingModel => models[id] ?? { dimensions: 256, canShorten: true };
