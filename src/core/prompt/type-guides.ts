/** Memory types as explained to an agent. */
export interface TypeGuide {
  readonly type: string;
  readonly what: string;
  readonly when: string;
  readonly example: string;
  /** Which store it belongs to when there is a team store as well. */
  readonly scope: string;
}

export const TYPE_GUIDES: readonly TypeGuide[] = [
  {
    type: 'user',
    what: 'who the user is: role, knowledge, preferences that shape how to work with them',
    when: 'you learn something about the user that will matter in another session',
    example:
      '“I have written Go for ten years but never touched React” -> user: knows Go well, new to React; explain frontend by comparison with backend',
    scope: 'always private',
  },
  {
    type: 'feedback',
    what: 'how the user wants work to be done, corrections and confirmed choices alike, with the reason',
    when: 'the user corrects you, or agrees to something that was not obvious',
    example:
      '“don’t mock the database here” -> feedback: integration tests use a real database. Why: mocked tests passed while a migration failed',
    scope: 'private, unless it is a rule of the project that everyone must follow',
  },
  {
    type: 'project',
    what: 'ongoing work, goals, decisions and incidents that code and git history do not tell',
    when: 'you learn who does what, why, or until when; write dates in full, never “on Thursday”',
    example:
      '“no merges after Thursday, mobile cuts a release” -> project: merge freeze from 2026-03-05 for the mobile release',
    scope: 'usually team',
  },
  {
    type: 'reference',
    what: 'where to look outside the project: trackers, dashboards, documents',
    when: 'you learn of a place and what it is for',
    example:
      '“pipeline bugs are in Linear, project INGEST” -> reference: bugs of the pipeline are tracked in Linear, project INGEST',
    scope: 'usually team',
  },
];
