import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CAPABILITIES, mayDo, ROLE_NAMES, roles } from '../packages/contract/src/roles.ts'

const PAGE = fileURLToPath(new URL('../docs/behaviour/team.md', import.meta.url))
const TABLE = /^\| capability[\s\S]*?(?=\n\n)/m

test('docs/behaviour/team.md shows what each role may do; `npx vitest run roles -u` writes it', async () => {
  const names = ROLE_NAMES.map((role) => roles[role].name)
  const rows = CAPABILITIES.map((capability) => {
    const cells = ROLE_NAMES.map((role) => (mayDo(role, capability) ? 'yes' : ''))
    return `| \`${capability}\` | ${cells.join(' | ')} |`
  })
  const table = [
    `| capability | ${names.join(' | ')} |`,
    `| --- |${' --- |'.repeat(names.length)}`,
    ...rows,
  ].join('\n')
  const page = readFileSync(PAGE, 'utf8').replace(TABLE, () => table)
  await expect(page).toMatchFileSnapshot(PAGE)
})
