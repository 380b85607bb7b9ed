const common =
  `the of model gateway answer stream token request key route vector image speech rerank embedding prompt reply
error limit time server client header body event chunk delta final usage count price latency system user assistant tool
call function argument schema json text markdown table list code python rust typescript weather paris berlin tokyo 天气
模型 网关 請求 回答 今日は 東京 질문`.split(/\s+/);

const textLength = 345;

/** Generates message texts of average length, with common and rare words; the same for the same seed. */
export function createTexts(seed: number): () => string {
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const pick = (words: readonly string[], share: number) => words[Math.floor(share * words.length)] as string;
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const rare = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 3 + Math.floor(chance() * 8) }, () => pick(letters, chance())).join(''),
  );
  return () => {
    let text = '';
    while (text.length < textLength) text += `${chance() < 0.5 ? pick(common, chance()) : pick(rare, chance() ** 3)} `;
    return text;
  };
}
