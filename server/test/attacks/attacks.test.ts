import { readResponses } from './answers.ts';
import { useAttacked } from './attacked.ts';
import { stealTokens } from './codes-and-tokens.ts';
import { forgeRequests } from './forged-requests.ts';
import { guess } from './guesses.ts';
import { injectText } from './injections.ts';
import { gainPrivileges } from './privileges.ts';
import { redirectElsewhere } from './redirects.ts';
import { attackSessions } from './sessions.ts';

// All attacks run against one service: starting one per file would take longer than most attacks.
const attacked = useAttacked();

attackSessions(attacked);
forgeRequests(attacked);
redirectElsewhere(attacked);
stealTokens(attacked);
gainPrivileges(attacked);
injectText(attacked);
readResponses(attacked);
guess(attacked);
