/** Names of people in scripts other than Latin, told by what is said with them: a title, an ending of family names, a verb. */
const NAMES: readonly RegExp[] = [
  // Japanese: a name and "san"; not "everybody" and "the customer".
  /(?<![\p{Script=Han}\p{Script=Katakana}])(?!皆|客|奥|神|王様|お)(?:\p{Script=Han}{1,4}|[\u30a1-\u30f6\u30fc]{2,8})(?=さん|さま|氏(?!名)|くん|ちゃん)/gu,
  // Korean: a name and "nim" or "ssi".
  /(?<!\p{Script=Hangul})(?!고객|사용자|회원|선생|손님|관리자|개발자|담당자)[\uac00-\ud7a3]{2,4}(?= 님| ?씨(?!\p{Script=Hangul}))/gu,
  // Chinese: a family name, a given name, and what somebody does or is called.
  /(?<!\p{Script=Han})[王李张刘陈杨赵吴徐孙郭罗]\p{Script=Han}{1,2}(?=决定|说|认为|建议|选择|选了|负责|告诉|提出|觉得|发现|修复)/gu,
  /[王李张刘陈杨赵吴徐孙郭罗黄周林高](?=先生|女士|老师|经理|同学)/gu,
  // Russian and Ukrainian: two words, of which the second ends as family names do.
  /(?<![\p{L}])[А-ЯЁІЇЄ][а-яёіїє]{1,14} [А-ЯЁІЇЄ][а-яёіїє]{1,16}(?:ов|ев|ёв|ова|ева|ёва|ин|ина|ский|ская|цкий|цкая|енко|чук|юк)(?![\p{L}])/gu,
];

/** In no order; linear. */
export const namesElsewhere = (text: string): { readonly start: number; readonly text: string }[] =>
  /[\u0400-\uffff]/.test(text)
    ? NAMES.flatMap((name) => [...text.matchAll(name)].map(({ 0: shown, index }) => ({ start: index, text: shown })))
    : [];
