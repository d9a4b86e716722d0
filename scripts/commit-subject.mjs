// Checks the subject of the last commit. Where there is no git history, there is nothing to check.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { problemOf } from './lib/commit-subject.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const { status, stdout } = spawnSync('git', ['log', '-1', '--no-merges', '--format=%s'], {
  cwd,
  encoding: 'utf8',
})
const subject = status === 0 ? stdout.trim() : ''
const problem = subject && problemOf(subject)
if (problem) {
  console.error(`The last commit's subject ${problem}: ${subject}`)
  process.exitCode = 1
}
