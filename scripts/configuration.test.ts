import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DESCRIBED_VARIABLES } from '../apps/server/src/config.ts'

const PAGE = fileURLToPath(new URL('../docs/configuration.md', import.meta.url))
const TABLE = /^\| variable[\s\S]*?(?=\n\n)/m

test('docs/configuration.md lists every variable; `npx vitest run configuration -u` writes it', async () => {
  const rows = DESCRIBED_VARIABLES.map(
    ({ name, description, unset }) => `| \`${name}\` | ${description} | ${unset} |`,
  )
  const table = ['| variable | meaning | when unset |', '| --- | --- | --- |', ...rows].join('\n')
  const page = readFileSync(PAGE, 'utf8').replace(TABLE, () => table)
  await expect(page).toMatchFileSnapshot(PAGE)
})
