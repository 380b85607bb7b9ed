export type Language = 'dutch' | 'german' | 'french' | 'chinese';

/** Canned paragraphs: the demo knows these languages only by heart. They carry characters of two, three and four bytes. */
const paragraphs: Record<Language, string> = {
  dutch:
    'Dag! Dit is de demo-gateway van Patchbay. Er draait hier geen taalmodel: deze alinea ligt klaar en wordt token voor token verstuurd, precies zoals een echt antwoord. Zo ziet u of tekens als é, ë en € heel aankomen, ook in ‘geïnteresseerd’ en ‘coördinatie’. 🌷',
  german:
    'Guten Tag! Hier spricht das Demo-Gateway von Patchbay. Es läuft kein Sprachmodell: Dieser Absatz liegt bereit und wird Token für Token übertragen, genau wie eine echte Antwort. So lässt sich prüfen, dass „Umlaute“, ß und € unbeschädigt ankommen. 🥨',
  french:
    'Bonjour ! Voici la passerelle de démonstration de Patchbay. Aucun modèle de langue ne tourne ici : ce paragraphe est prêt d’avance et part jeton par jeton, comme une vraie réponse. On vérifie ainsi que « les accents », l’œ, le ç et l’€ arrivent intacts. 🥐',
  chinese:
    '你好！这里是 Patchbay 的演示网关。这里没有运行语言模型：这段文字是预先准备好的，像真实的回答一样逐个 token 发送。这样可以确认多字节字符（例如「网关」、「回答」和 €）完整无损地到达。🏮',
};

const requests: [RegExp, Language][] = [
  [/\b(dutch|nederlands(e)?|holländisch)\b/i, 'dutch'],
  [/\b(german|deutsch)\b/i, 'german'],
  [/(\bfrench\b|\bfrançais)/i, 'french'],
  [/(\bchinese\b|\bmandarin\b|中文|汉语|\p{Script=Han}{2})/iu, 'chinese'],
];

export const paragraphIn = (language: Language): string => paragraphs[language];

/** The language that a text asks for or is written in, if the demo knows it. */
export function languageAskedFor(text: string): Language | null {
  return requests.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
