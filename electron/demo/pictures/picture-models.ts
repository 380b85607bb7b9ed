/** What a picture model of the demo takes. Each is like one generation of picture models elsewhere. */
export interface PictureModel {
  /** `null`: any size in multiples of 16. */
  sizes: readonly string[] | null;
  defaultSize: string;
  qualities: readonly string[];
  longestPrompt: number;
  mostPictures: number;
  /** `response_format`; without it the answer is always base64. */
  hasFormats: boolean;
  hasBackground: boolean;
  takesTransparent: boolean;
  hasStyle: boolean;
  rewritesPrompt: boolean;
  streams: boolean;
  /** Pictures that an edit takes; 0 when it edits nothing. */
  mostInputs: number;
}

const modern: PictureModel = {
  sizes: ['1024x1024', '1536x1024', '1024x1536', 'auto'],
  defaultSize: 'auto',
  qualities: ['low', 'medium', 'high', 'auto'],
  longestPrompt: 32_000,
  mostPictures: 10,
  hasFormats: false,
  hasBackground: true,
  takesTransparent: true,
  hasStyle: false,
  rewritesPrompt: false,
  streams: true,
  mostInputs: 16,
};

const models: Readonly<Record<string, PictureModel>> = {
  'demo-image': modern,
  'demo-image-free': { ...modern, sizes: null, takesTransparent: false },
  'demo-image-url': {
    ...modern,
    sizes: ['1024x1024', '1792x1024', '1024x1792'],
    defaultSize: '1024x1024',
    qualities: ['standard', 'hd'],
    longestPrompt: 4000,
    mostPictures: 1,
    hasFormats: true,
    hasBackground: false,
    hasStyle: true,
    rewritesPrompt: true,
    streams: false,
    mostInputs: 0,
  },
  'demo-image-small': {
    ...modern,
    sizes: ['256x256', '512x512', '1024x1024'],
    defaultSize: '256x256',
    qualities: ['standard'],
    longestPrompt: 1000,
    hasFormats: true,
    hasBackground: false,
    streams: false,
    mostInputs: 1,
  },
};

/** For models that stand for a scenario: everything is taken, and small pictures keep the answer short. */
const lenient: PictureModel = {
  ...modern,
  sizes: ['256x256', '512x512', '1024x1024', '1536x1024', '1024x1536', 'auto'],
  defaultSize: '256x256',
  qualities: ['low', 'medium', 'high', 'auto', 'standard', 'hd'],
  hasFormats: true,
  rewritesPrompt: true,
};

export const pictureModel = (id: string): PictureModel => models[id] ?? lenient;
