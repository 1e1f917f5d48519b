/** Cause of a failure: user or password are refused, or there is no password. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** By name: each bundle has a class of its own. */
export const isLoginRefused = ({ cause }: Error): boolean => cause instanceof Error && cause.name === 'LoginRefused';

/** Variable with the address of the team database where the setting `team.url` has none; it may contain a password. */
export const TEAM_URL_VARIABLE = 'MEMDIR_TEAM_URL';
