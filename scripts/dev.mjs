// `npm run dev`: the server, restarted when its sources change,
// and Vite's development server in front.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The port to which Vite's proxy forwards (apps/web/vite.config.ts). */
const SERVER_PORT = '3000'
const root = fileURLToPath(new URL('..', import.meta.url))

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: SERVER_PORT },
  }),
  spawn('vite', [], {
    cwd: fileURLToPath(new URL('../apps/web', import.meta.url)),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }),
]

let ending = false
/** @param {number} exitCode */
function end(exitCode) {
  if (ending) return
  ending = true
  process.exitCode = exitCode
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) {
  child.on('error', (error) => {
    console.error(`${error.message}. Run it as: npm run dev`)
    end(1)
  })
  child.on('exit', (code) => end(code ?? 0))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
