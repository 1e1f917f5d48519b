/** Thanks, consent and greetings in the languages that people write to agents in: they say nothing that could be remembered. */

const PUNCTUATION = String.raw`[\s,.!?:;)~…。、！？，：；～〜・\-–—\p{Extended_Pictographic}\ufe0f]`;

const EN = [
  String.raw`(?:many |big )?(?:thanks?|thank you|thx)(?: (?:a lot|a million|so much|very much|again))*(?: for (?:everything|(?:all (?:of )?)?(?:the |your )?(?:great |quick |kind |good |hard )?(?:help|support|work|answers?|reply|time|efforts?|patience|feedback|review|explanations?)))?(?: (?:today|again|everyone|everybody|all|team))*`,
  String.raw`continue|ok(?:ay)?|yes|yeah|yep|no|nope|sure|great|perfect|nice|cool|good|fine|done|go(?: ahead| on)?|next|please|hi|hey|hello|lgtm|looks good|sounds good|makes sense|got it|will do|do it|try again|retry|stop|wait|undo|never ?mind|bye|good (?:morning|night|evening)|how are you|what['’]?s up|you['’]re welcome|no worries|no problem|well done|good job|i see|hmm+|lol|haha`,
];
const DE = [
  String.raw`(?:vielen|herzlichen|besten|tausend) dank(?: (?:nochmals?|euch|dir|ihnen|allen))?|danke(?: (?:dir|euch|ihnen|schön|sehr|vielmals|nochmals?|allen))*`,
  String.raw`(?:für|fürs) (?:(?:die|deine|eure|ihre|den|das|alles)\s?)?(?:schnelle |gute |große |tolle |super )?(?:hilfe|arbeit|antwort|unterstützung|mühe|geduld|feedback|erklärung)?(?: heute)?`,
  String.raw`(?:das )?passt(?: so)?|mach (?:bitte )?(?:weiter|das)|weiter(?: so)?|perfekt|super|prima|klasse|toll|sehr gut|gut gemacht|alles (?:klar|gut)|in ordnung|einverstanden|verstanden|ja|nein|genau|gerne?|bitte(?: schön)?|guten (?:morgen|tag|abend)|hallo|tschüss?`,
];
const FR = [
  String.raw`(?:un (?:grand|très grand) )?merci(?: (?:beaucoup|bien|infiniment|mille fois|à (?:toi|vous|tous)))*(?: (?:pour|de) (?:(?:ton|votre|l|la|le|les|tes|vos|ta|cette|tout)['’ ]?)?(?:aide|travail|réponse|temps|patience|soutien|explications?|retour)?)?(?: (?:aujourd['’]hui|encore))*`,
  String.raw`(?:c['’]est |tout est )?(?:parfait|super|génial|excellent|très bien|bien|top|bon|nickel)(?: comme ça)?|d['’]accord|ça (?:marche|va|me va)|entendu|compris|oui|non|continue[zr]?|vas-y|allez-y|bonjour|bonsoir|salut|au revoir|s['’]il (?:te|vous) plaît|de rien|bravo`,
];
const ES = [
  String.raw`(?:muchas|muchísimas|mil|un millón de) gracias|gracias|te lo agradezco|se lo agradezco`,
  String.raw`por (?:todo|(?:(?:tu|su|la|el|vuestra)\s)?(?:gran )?(?:ayuda|trabajo|respuesta|tiempo|paciencia|apoyo|explicación))(?: de hoy| hoy)?`,
  String.raw`(?:está )?(?:perfecto|genial|excelente|estupendo|muy bien|bien)(?: así)?|de acuerdo|entendido|claro|vale|sí|no|sigue|continúa|adelante|hola|buenos días|buenas (?:tardes|noches)|adiós|por favor|de nada`,
];
const PT = [
  String.raw`(?:muito |muitíssimo )?obrigad[oa](?: mesmo)?|valeu|agradeço`,
  String.raw`(?:por|pela|pelo) (?:tudo|(?:(?:tua|sua|a|o|teu|seu)\s)?(?:ajuda|trabalho|resposta|tempo|paciência|apoio|explicação))(?: hoje)?`,
  String.raw`(?:está |tá )?(?:perfeito|ótimo|excelente|muito bem|muito bom|tudo (?:bem|certo)|certo|bom)(?: assim)?|combinado|entendido|sim|não|continua|pode continuar|olá|oi|bom dia|boa (?:tarde|noite)|tchau|por favor|de nada`,
];
const IT = [
  String.raw`(?:grazie|ti ringrazio|la ringrazio)(?: (?:mille|tante|infinite|di cuore|ancora|a te|a tutti))*|molte grazie`,
  String.raw`(?:per|di) (?:tutto|(?:(?:il|la|lo|i|il tuo|la tua|il suo|la sua)\s|l['’])?(?:aiuto|lavoro|risposta|tempo|pazienza|supporto|spiegazione))(?: di oggi| oggi)?`,
  String.raw`(?:è |va )?(?:perfetto|ottimo|bene|benissimo|molto bene|eccellente)(?: così)?|va bene(?: così)?|d['’]accordo|capito|certo|sì|no|continua|vai(?: avanti)?|ciao|buongiorno|buonasera|per favore|prego|di niente`,
];
const NL = [
  String.raw`(?:hartelijk |heel erg |ontzettend )?(?:bedankt|dank)(?: (?:je|u|jullie)(?: wel)?)?(?: allemaal)?|dank(?:je|u)(?:wel)?`,
  String.raw`voor (?:alles|(?:(?:je|jouw|uw|de|het|jullie)\s)?(?:hulp|werk|antwoord|tijd|geduld|steun|uitleg))(?: vandaag)?`,
  String.raw`(?:dat is |het is )?(?:perfect|prima|goed|heel goed|uitstekend|geweldig|top)(?: zo)?|akkoord|begrepen|ja|nee|ga (?:maar )?(?:door|verder)|hallo|hoi|goede(?:morgen|middag|navond)|doei|alstublieft|alsjeblieft|graag gedaan`,
];
const ZH = [
  String.raw`(?:非常|十分|多|太|真的|很|真心)?(?:感谢|感謝|谢谢|謝謝|多谢|多謝|谢|謝)(?:您|你|你们|您们|大家|啦|了|哦|啊)*(?:的)?(?:帮助|幫助|支持|工作|回答|耐心|解释|帮忙)*`,
  String.raw`好的?|好吧|可以|行|没问题|沒問題|太好了|太棒了|很好|非常好|不错|完美|辛苦(?:您|你|大家)?了|明白(?:了)?|知道了|了解(?:了)?|收到|继续|繼續|是的?|对|不用|不客气|您好|你好|早上好|晚上好|再见|请|嗯+|哈+`,
];
const JA = [
  String.raw`(?:本当に|誠に|大変|どうも|いつも|今日は|手伝ってくれて|助けてくれて|ご協力)*(?:ありがと(?:う)?(?:ございます|ございました)?|有難うございます|感謝(?:します|しています)?|サンキュー|助かり(?:ます|ました)|どうも)(?:ね|よ)?`,
  String.raw`(?:はい|うん|いいえ|オーケー|ok|了解(?:です|しました|いたしました)?|わかりました|分かりました|承知(?:しました|いたしました)?|大丈夫(?:です)?|問題(?:ない|ありません)(?:です)?|完璧(?:です)?|素晴らしい(?:です)?|いい(?:ね|ですね)|続けて(?:ください)?|お願い(?:します|いたします)|よろしく(?:お願いします|お願いいたします)?|お疲れ(?:様|さま)(?:です|でした)?|おはよう(?:ございます)?|こんにちは|こんばんは|すみません)(?:ね|よ)?`,
];
const KO = [
  String.raw`(?:(?:정말|진짜|너무|대단히|매우|오늘|항상|도와주셔서|도와줘서|알려주셔서|설명해 ?주셔서|덕분에)\s*)*(?:감사(?:합니다|해요|드립니다|했습니다)?|고맙습니다|고마워요?|수고(?:하셨습니다|했어요?|하세요)|땡큐)`,
  String.raw`네+|예|아니(?:요|오)?|좋(?:아요?|습니다|네요)|알겠(?:습니다|어요)|알았(?:어요?|습니다)|괜찮(?:아요?|습니다)|완벽(?:해요|합니다)|훌륭(?:해요|합니다)|최고(?:예요|입니다)?|계속(?:해 ?(?:주세요|줘))?|부탁(?:해요|드립니다|드려요)|안녕(?:하세요)?|오케이|확인(?:했습니다|했어요)?`,
];

/** Letters of Chinese, Japanese or Korean. */
const CJK = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** A word ends where its script has spaces. */
const courtesyOf = (phrases: readonly string[], isSpaced: boolean): RegExp => {
  const end = isSpaced ? String.raw`(?![\p{L}\p{N}])` : '';
  return new RegExp(`^${PUNCTUATION}*(?:(?:${phrases.join('|')})${end}${PUNCTUATION}*){1,8}$`, 'iu');
};

const SPACED = [EN, DE, FR, ES, PT, IT, NL].map((phrases) => courtesyOf([...phrases, 'ok(?:ay|é)?', 'oké'], true));
const UNSPACED = [ZH, JA, KO].map((phrases) => courtesyOf(phrases, false));

/** Words of one language that thank, greet or agree, and those that stand between them: of these alone nothing is said that is worth keeping. Neither has negations, numbers or words of habit. */
const SMALL_WORDS: readonly { readonly telling: ReadonlySet<string>; readonly between: ReadonlySet<string> }[] = [
  [
    'amazing appreciate awesome bravo brilliant bye cheers cool excellent fantastic glad good great haha happy hello helpful hey hi love lovely lol nice ok okay perfect perfectly please pleasure super thank thanks welcome wonderful worries wow yeah yes',
    'a absolutely again ahead all am an and are at bit care day do doing dude effort efforts evening everyone everything feedback fine for friend from fun funny go guys have help here hope how i i’m i’d indeed is it it’s job just kind later let lets let’s like looking looks lot lots luck me meet meeting morning much my next night no now of oh on one our pretty proceed quite really right see seems so soon sounds step sure take team that that’s the then there this time to today tomorrow totally truly very wait was way week weekend well what with work you you’re your',
  ],
  [
    'bitte danke dank gern gerne hallo herzlich herzlichen klasse perfekt prima spitze super toll tolle tollen tschüss wunderbar',
    'abend alle alles auch bis bist da dann das dein deine deinen der die dir echt ein eine einfach es euch euer für ganz gelungen gemacht genau großartig gut gute guten gutes heute hilfe ich ihnen ist ja jetzt lieb liebe mal mir mit morgen nochmal nochmals sehr sieht so tag tausend und uns vielen vielmals war wieder wir wirklich wochenende zeit arbeit antwort',
  ],
  [
    'bravo excellent fantastique génial magnifique merci parfait parfaitement super sympa top',
    'à aide ami au aujourd’hui avec beaucoup bien bon bonne c’est c’était ça ce cela demain encore est et fait grand grande infiniment je journée l’aide la le les mille moi pour réponse soirée te ton tous tout toi travail très un une va votre vous vraiment',
  ],
  [
    'excelente fantástico genial gracias hola perfecto perfectamente',
    'a ahora amigo ayuda bien buen buena bueno con de día días el en era es eso esta está estuvo fue gran hasta hecho hoy la lo los luego mañana me mi muchas mucho muchísimas muy noche por que respuesta semana su te todo todos trabajo tu tus un una y',
  ],
].map(([telling = '', between = '']) => ({
  telling: new Set(telling.split(' ')),
  between: new Set(between.split(' ')),
}));

const isOfSmallWords = (text: string): boolean => {
  const words =
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}\p{M}’-]+/gu) ?? [];
  return SMALL_WORDS.some(
    ({ telling, between }) =>
      words.some((word) => telling.has(word)) && words.every((word) => telling.has(word) || between.has(word)),
  );
};

/** UTF-16 units of a text that may be nothing else. */
const LONGEST = 200;
/** Punctuation in a row, and what is said three times or more ("哈哈哈"): each could be read in many ways. */
const RUNS = new RegExp(`${PUNCTUATION}{2,}`, 'gu');
const REPEATED = /(.{1,40}?)\1{2,}/gsu;

/** Words and their punctuation: no code, path or symbol. */
const ONLY_WORDS = new RegExp(String.raw`^(?:[\p{L}\p{M}'’-]|${PUNCTUATION}|[¡¿])+$`, 'u');

/** Whether a text consists of courtesies of one language. */
export function isCourtesy(text: string): boolean {
  // None has a digit.
  if (text.length > LONGEST || /\d/.test(text)) return false;
  const plain = text.normalize('NFC').replace(RUNS, ' ').replace(REPEATED, '$1');
  if (CJK.test(plain)) return UNSPACED.some((courtesy) => courtesy.test(plain));
  return SPACED.some((courtesy) => courtesy.test(plain)) || (ONLY_WORDS.test(plain) && isOfSmallWords(plain));
}
