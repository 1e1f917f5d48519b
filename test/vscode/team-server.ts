/** A team's database with a member for VS Code and a teammate. */
import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { type Member, openMember } from '../support/team-member.mjs';

export const REPOSITORY = 'shop';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface TeamServer {
  readonly server: TestServer;
  /** Of ann, who uses VS Code. */
  readonly password: string;
  readonly ben: Member;
}

/** @param home folder of the teammate */
export async function startTeam(home: string): Promise<TeamServer> {
  const server = await startPostgres();
  const administration = openTeamAdministration({ address: { url: server.url() }, log: quiet });
  await administration.init();
  await administration.addRepository(REPOSITORY);
  const passwords = new Map<string, string>();
  for (const name of ['ann', 'ben']) {
    passwords.set(name, (await administration.addMember(name)).password ?? '');
    await administration.grant(REPOSITORY, name, true);
  }
  await administration.close();
  const ben = await openMember('ben', home, server.urlOf('ben', passwords.get('ben') ?? '', 'postgres'), REPOSITORY);
  return { server, password: passwords.get('ann') ?? '', ben };
}
