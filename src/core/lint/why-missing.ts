import { filesOf, listsMemories } from '../file-kinds.js';
import { t } from '../l10n.js';
import { conventionOf, isHabit } from './convention.js';
import { openingText } from './metadata.js';
import type { StoreRule } from './rule.js';

/**
 * Feedback, or a decision of a project, without a reason in a store that gives reasons; or a bare rule without one.
 * Plain facts need none.
 */
export const whyMissing: StoreRule = {
  code: 'why-missing',
  severity: 'hint',
  on: 'store',
  *check(store, only) {
    if (!listsMemories(store.info)) return;
    const habit = isHabit(store, 'why');
    for (const [path, file] of filesOf(store, only)) {
      const { body, description, type } = file.memory;
      const { applies, why } = conventionOf(file);
      if (
        !applies ||
        why ||
        (type === 'project' && !isDecision(`${description}\n${body}`)) ||
        !(habit || (type === 'feedback' && isRule(body))) ||
        REASON.test(body)
      )
        continue;
      yield {
        path,
        range: openingText(file),
        message: t(
          'Doesn’t say why. Without a reason, Claude Code follows it to the letter and can’t judge new cases. Add a line such as "**Why:** the reason or what went wrong".',
        ),
      };
    }
  },
};

/** A reason given in running text. */
const REASON =
  /\b(?:because|since (?!(?:\d|v\d|version))|so that|due to|in order to|otherwise|caused|causes|leads? to|led to|reason|to avoid|to prevent|to keep|to make sure|weil|damit|sonst|denn|parce que|porque)\b/i;

/** Words of a choice, an order or an exclusion. */
const DECIDED =
  /\b(?:deci(?:ded?|sions?)|cho(?:se|sen|ice)|agreed|approved|rejected|instead of|rather than|prefer(?:s|red)?|policy|rules?|must|never|always|do not|don['’]t|should|no longer|(?:switch|mov|migrat)(?:ed|ing) (?:from|to|away)|dropped|postponed|freeze|frozen|deprecated?|entschieden|entscheidung|statt|immer|niemals?|nicht mehr|décidé|décision|plutôt que|toujours|jamais|decidid[oa]|decisión|en lugar de|siempre|nunca)\b/i;

/** Units of a text in which a decision is searched for. */
const LOOKED_AT = 4_000;

const isDecision = (text: string): boolean => DECIDED.test(text.slice(0, LOOKED_AT));

/** A permanent instruction of the user: it begins or reads like one and is short. */
const isRule = (body: string): boolean =>
  body.trim().length <= 400 &&
  /^[\s>*#-]{0,10}(?:always|never|do not|don['’]t|must|avoid|immer|nie|niemals)\b/i.test(body);
