/** Memory types as explained to an agent. */
export interface TypeGuide {
  readonly type: string;
  readonly what: string;
  readonly when: string;
  /** What a memory of the type is good for in a later session. */
  readonly use: string;
  readonly example: string;
  /** Which store it belongs to when there is a team store as well. */
  readonly scope: string;
}

export const TYPE_GUIDES: readonly TypeGuide[] = [
  {
    type: 'user',
    what: 'who the user is: role, knowledge, preferences',
    when: 'you learn what will matter in another session',
    use: 'choose how to explain',
    example: '“ten years of Go, never React” -> knows Go, new to React; explain frontend by backend',
    scope: 'always private',
  },
  {
    type: 'feedback',
    what: 'how the user wants work to be done, corrected or confirmed, and why',
    when: 'the user corrects you, or agrees to something that was not obvious',
    use: 'do it without being told again',
    example:
      '“don’t mock the database” -> integration tests use a real database. Why: mocked ones passed while a migration failed',
    scope: 'private, unless it is a rule of the project that everyone must follow',
  },
  {
    type: 'project',
    what: 'work, goals, decisions and incidents that code and git do not tell',
    when: 'you learn who does what, why, or until when; write dates in full',
    use: 'see what a request is for and what it affects',
    example:
      '“no merges after Thursday, mobile cuts a release” -> merge freeze from 2026-03-05, for the mobile release',
    scope: 'usually team',
  },
  {
    type: 'reference',
    what: 'where to look outside the project: trackers, dashboards, documents',
    when: 'you learn of one and its purpose',
    use: 'know where to look',
    example: '“see Linear, project INGEST” -> pipeline bugs are in Linear, project INGEST',
    scope: 'usually team',
  },
];

/** Types that Memdir adds to those of Claude Code. */
const MORE: Readonly<Record<string, string>> = {
  decision: 'a choice between ways, with its reason',
  pattern: 'a rule or convention of this project',
  failure: 'what fails, and its cause',
  dependency: 'a package, service or version that the project needs',
  context: 'what holds for a few days only',
};

/** A line for each type that a model may choose. A type of the user's own is given by its name alone. */
export const typeLines = (types: readonly string[]): string[] =>
  types.map((type) => {
    const guide = TYPE_GUIDES.find((each) => each.type === type);
    const what = guide === undefined ? MORE[type] : `${guide.what}; when ${guide.when}. Example: ${guide.example}`;
    return what === undefined ? `- ${type}` : `- ${type}: ${what}`;
  });
