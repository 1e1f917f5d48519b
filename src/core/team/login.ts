/** Cause of a failure: user or password are refused, or there is no password. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** By name: each bundle has a class of its own. */
export const isLoginRefused = ({ cause }: Error): boolean => cause instanceof Error && cause.name === 'LoginRefused';
