/** UTF-16 units around a path that say what is meant by it, in a line that is longer. */
const AROUND = 200;

/** The place is no more, or was elsewhere. */
const GONE =
  /\b(?:remov(?:e[ds]?|ing|al)|delet(?:e[ds]?|ing|ion)|renam(?:e[ds]?|ing)|mov(?:ed|ing)|gone|dropp(?:ed|ing)|retired?|replac(?:e[ds]?|ing|ement)|supersed\w*|obsolete|deprecat\w*|legacy|former(?:ly)?|previous(?:ly)?|earlier|old|used to (?:be|live|sit|hold)|no longer|not exist|n't exist|never existed|non-?existent|not there|split (?:up|into|from)|merged? into|extracted (?:from|into|to)|ported from|migrat\w+|was (?:in|at|under|called|named)|(?:is|are|was|were|been) (?:now )?(?:reverted|archived|purged|lost)|reverted|archived?|purged?|prun(?:ed|ing))\b/i;
/** It is not there yet, only stands for others, or lies elsewhere. */
const NOT_YET =
  /\b(?:create|creating|scaffold\w*|will (?:be|live|go|need|become|create|add|have|hold)|would|could|should (?:be|go|live|sit)|to be (?:added|written|created)|plan(?:s|ned|ning)?|todo|tbd|propos\w*|suggest\w*|future|upcoming|next step|not yet|pending|new files?|add(?:ing)? an?|e\.g|for example|for instance|such as|examples?|hypothetical\w*|imagin\w*|placeholder|naming|named like|if (?:there|it is|present)|optional\w*|generat\w+|writes? (?:to|into)|written to|outputs?|emits?|emitted|produc\w+|download\w*|gitignor\w*|git-ignored|not committed|untracked|uncommitted|never (?:create|commit|write|add|use)|(?:do not|don't) (?:create|commit|write|add|use)|instead of|rather than|repo(?:s|sitory|sitories)?|upstream|external|sibling|elsewhere|submodule|worktrees?)\b|\[ \]/i;
const OTHER_LANGUAGES =
  /删除|移除|已删|重命名|改名|迁移|废弃|不存在|不再|新建|创建|計画|削除|移動|廃止|作成|存在しない|삭제|제거|이동|이름.?변경|없음|없다|생성|удал|переимен|перенес|больше нет|не существует|созда|gelöscht|entfernt|umbenannt|verschoben|existiert nicht|nicht mehr|anlegen|erstell|supprim|renomm|déplac|n'existe|eliminad|borrad|renombrad|movid|ya no existe|removid|excluíd|renomead|verwijderd|hernoemd|verplaatst|bestaat niet/i;

/** A path outside the project: what stands beside it may start there. */
const ELSEWHERE = /(?:^|[\s`"'])(?:\.\.[/\\]|~[/\\])[\w.-]/;

/** Whether a heading introduces what is gone, planned or elsewhere. */
export const statesAbsence = (text: string): boolean =>
  GONE.test(text) || NOT_YET.test(text) || OTHER_LANGUAGES.test(text);

/** Whether the words around a place in a line say that what stands there is not, or not for certain, in the project. */
export function impliesAbsence(text: string, at: number): boolean {
  const near = text.length <= 2 * AROUND ? text : text.slice(Math.max(0, at - AROUND), at + AROUND);
  // What is named inside back-ticks says nothing: `src/legacy/old.ts` is a path like any other.
  if (ELSEWHERE.test(near) || /\bnot (?:in |at |from )?`{0,3}$/i.test(text.slice(Math.max(0, at - 20), at)))
    return true;
  return statesAbsence(near.replace(/`[^`]{1,400}`/g, '`').replace(/[\w.-]+(?:\/[\w.-]+)+/g, ' '));
}
