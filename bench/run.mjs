// `npm run bench <name> [arguments]` runs bench/<name>.ts; without a name it lists them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const [name, ...rest] = process.argv.slice(2)
if (!names.includes(name ?? '')) {
  console.error(`Usage: npm run bench <${names.join('|')}>`)
  process.exit(1)
}
const run = spawnSync(process.execPath, [`${folder}${name}.ts`, ...rest], { stdio: 'inherit' })
process.exit(run.status ?? 1)
