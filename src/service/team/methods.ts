import type { TeamService } from '../../core/memdir.js';
import { bindContext } from '../bind-context.js';
import type { ServiceContext } from '../context.js';
import { exportTeam, importTeam } from './exchange.js';
import { planShare, revoke, share } from './share.js';
import { knownStatus, syncTeam } from './sync.js';

/** @param changed told when something may have come that could mend a refusal */
export const createTeamService = (context: () => ServiceContext, changed: () => void): TeamService => ({
  ...bindContext(context, {
    sync: syncTeam,
    status: knownStatus,
    planShare,
    share,
    revoke,
    export: exportTeam,
    import: importTeam,
  }),
  setPassword: (url, password) => {
    context().ports.team.setPassword(url, password);
    changed();
  },
});
