import { brief, firstMatch, programOf, type Recogniser } from './run.js';

/** What a shell or a system says about anything. */
const SYSTEM =
  /(?<why>(?:\S+: )?command not found(?:: \S+)?|.*\bEADDRINUSE\b.*|.*[Aa]ddress already in use.*|.*\bENOSPC\b.*|.*No space left on device.*|.*\bECONNREFUSED\b.*|.*Connection refused.*|.*\bEACCES\b.*|.*JavaScript heap out of memory.*|.*\b(?:OOMKilled|Out of memory: Killed process)\b.*|Segmentation fault.*|.*exec format error.*|The command '.*' returned a non-zero code: \d+|.*certificate (?:has expired|verify failed).*|.*x509: .*)/;
/** `shop-7d9 0/1 CrashLoopBackOff 5 10m` */
const POD =
  /^(?:\S+\s+)??(\S+)\s+\d+\/\d+\s+(CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|CreateContainerConfigError|RunContainerError)\b/;

/** What became of a pod, of `kubectl describe` and `kubectl get events`. */
const EVENT =
  /^\s*(?:\S+\s+)?Warning\s+(FailedScheduling|FailedMount|FailedCreatePodSandBox|FailedCreate|Unhealthy|Failed)\s+\S+(?: \(x\d+ over \S+\))?\s+\S+\s+(\S.*)$/;

export const system: Recogniser = ({ command, lines, failed }) => {
  const program = programOf(command) || 'A program';
  const pod = /\bkubectl\b/.test(command) ? firstMatch(lines, POD)?.match : undefined;
  if (pod) return { text: `${program} shows pod ${pod[1] ?? ''} in ${pod[2] ?? ''}`, type: 'failure' };
  const event = /\bkubectl\b/.test(command) ? firstMatch(lines, EVENT)?.match : undefined;
  if (event)
    return {
      text: `${program} shows ${event[1] ?? ''}: ${brief((event[2] ?? '').replace(/\. preemption: .*$/, ''))}`,
      type: 'failure',
    };
  const why = failed === false ? undefined : firstMatch(lines, SYSTEM)?.match.groups?.['why'];
  return why === undefined
    ? undefined
    : { text: `${program} ${failed === true ? 'failed' : 'reports'}: ${brief(why)}`, type: 'failure' };
};
