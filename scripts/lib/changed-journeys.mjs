import { execFileSync } from 'node:child_process'

const MAIN = 'main-journey'

/**
 * The main journey, and the browser tests that changed since this commit. Throws where git knows no
 * such commit.
 * @param {string} root
 * @param {string} since
 */
export function changedJourneys(root, since) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', since, '--', 'e2e'),
    ...git('ls-files', '--others', '--exclude-standard', '--', 'e2e'),
  ]
  return [MAIN, ...changed.filter((file) => file.endsWith('.spec.ts'))]
}
