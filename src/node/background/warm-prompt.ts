/** A question like that of a person, to load what answers one. */
export const WARM_PROMPT = 'what is known about this project and how it is worked on';
