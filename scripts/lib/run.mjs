import { spawn } from 'node:child_process'

/** An error that the user can fix: shown without a stack trace. */
export class Problem extends Error {}

/**
 * Runs a program and collects what it prints. Answers its exit code (null when a signal ended it)
 * and its output, standard output and error together; code 127 when there is no such program.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}\n` }))
    child.on('close', (code) => done({ code, output }))
  })
}

/** @param {number} start in milliseconds since the epoch */
export function secondsSince(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}
