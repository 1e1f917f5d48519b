/** The text of a draft: the fact, and for types by which others act the reason and the use as lines of their own, as Claude Code's convention has it. */
import { isScope } from './text/scope.js';
import type { Fact } from './text/text.js';

/** A rule without its reason is followed to the letter: a case that it does not name cannot be judged. */
const WITH_REASON: ReadonlySet<string> = new Set(['feedback', 'project']);

/** "Freeze merges because the branch is cut", "Never amend, otherwise the review is lost". */
const REASON =
  /^(?<rule>[^.!?]{8,}?),? (?:because|as otherwise|since otherwise|since(?= (?:the|it|they|this|that|we|our|otherwise|no|an?|all)\b)|(?<else>otherwise|or else)) (?<why>[^.!?]{4,}(?:[.](?=\S)[^.!?]*)*)[.!]?$/i;
/** What says that a clause is one: a list has no verb. */
const VERB =
  "(?:is|are|was|were|can(?:not|['’]t)?|do(?:es)?(?:n['’]t)?|did(?:n['’]t)?|ha(?:s|ve|d)|will|would|needs?|complain(?:s|ed)?|breaks?|broke|fail(?:s|ed)?|pass(?:es|ed)|hates?|dislikes?|prefers?|wants?|expects?|gets?|loses?|lost|crash(?:es|ed)?|blocks?|ignores?|miss(?:es)?|rejects?|costs?|takes?|took|depends?|rel(?:y|ies)|leaks?|hangs?|conflicts?|uses?|reads?|hid(?:es)?|cost|cause[sd]?|ma(?:kes?|de)|delay(?:s|ed)|slow(?:s|ed)|went|left|brought|ended|turn(?:s|ed)|hurts?)";
/** "Do not summarize answers, the user can read the diff." "…, the mocked ones passed although it broke." "The one that …" says which one is meant. */
const APPENDED = new RegExp(
  String.raw`^(?<rule>(?:do not|don['’]t|never|always|avoid|stop|use|prefer|keep|no|please) [^.!?,;—]{3,})(?:[,;:]| —) (?<why>(?:(?:the user|the project|the team|it|they|this|that|those|these) [^.!?]{4,}|(?:the|our|its) (?!ones?\b)(?:(?!that\b|which\b|who\b)[\p{L}\p{N}'’/.-]+ ){1,4}?${VERB}\b[^.!?]*))[.!]?$`,
  'iu',
);
/** "Use small pull requests: reviewers complain." Behind the colon is what happens otherwise. */
const EXPLAINED = new RegExp(
  String.raw`^(?<rule>(?:do not|don['’]t|never|always|avoid|stop|use|prefer|keep|write|put|run|no|please) [^.!?,;:—]{3,}):(?: —)? (?<why>(?:[\p{L}\p{N}'’/.-]+ ){1,5}?${VERB}\b[^.!?]*)[.!]?$`,
  'iu',
);
/** "The bundled PR was the right call here, splitting it would have been churn." */
const APPROVED =
  /^(?<rule>[^.!?;:—]{8,} (?:was|were|is) (?:exactly |absolutely |definitely )?(?:the |a )?(?:right|good|correct|perfect) (?:call|choice|move|thing|way|approach|decision)(?: to do)?(?: here| this time)?)(?:[,;:]| —) (?<why>[^.!?]{8,})[.!]?$/i;
/** "Only in tests." "When a test needs a database, use the container." */
const OCCASION =
  /^(?:only )?(?:when|whenever|before|after|for|in) [^,.!?]{3,60}[.!]?$|^(?:when|whenever|if|before|after) [^,.!?]{3,100}, (?:please )?(?:add|always|ask|avoid|call|check|commit|create|delete|do|don['’]t|keep|leave|make|merge|move|name|never|open|prefer|put|read|remove|rename|run|say|set|show|skip|split|squash|start|stop|take|tell|test|try|update|use|write)\b[^.!?]*[.!]?$/i;

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const sentence = (text: string): string => `${capital(text.trim()).replace(/[.!?]+$/, '')}.`;

function reasonOf(text: string): { readonly rule: string; readonly why: string } | undefined {
  const {
    rule,
    why,
    else: otherwise,
  } = [REASON, APPENDED, EXPLAINED, APPROVED].map((form) => form.exec(text)).find((found) => found !== null)?.groups ??
  {};
  if (rule === undefined || why === undefined) return undefined;
  return { rule: sentence(rule), why: sentence(otherwise === undefined ? why : `otherwise ${why}`) };
}

/** @returns Markdown */
export function bodyOf({ text, type, why, apply }: Fact): string {
  if (!WITH_REASON.has(type)) return text;
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  const use = apply ?? sentences.slice(1).find((each) => isScope(each) || OCCASION.test(each));
  const rest = sentences.filter((each) => each !== use);
  const split = why === undefined ? reasonOf(rest[0] ?? '') : undefined;
  const reason = why ?? split?.why;
  const lines = [
    ...(reason === undefined ? [] : [`**Why:** ${reason}`]),
    ...(use === undefined ? [] : [`**How to apply:** ${use}`]),
  ];
  if (lines.length === 0) return text;
  const said = [...(split === undefined ? rest.slice(0, 1) : [split.rule]), ...rest.slice(1)].join(' ');
  return `${said}\n\n${lines.join('\n')}`;
}
