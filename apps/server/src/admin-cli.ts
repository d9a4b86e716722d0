import { join } from 'node:path'
import { MEMBERSHIP_PLANS } from '@kirim/contract/limits'
import { readConfig } from './config.ts'
import { createAccountsRepository } from './features/accounts/accounts.repository.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLog } from './platform/log.ts'

const USAGE = `Usage: npm run admin -- promote <email>
       npm run admin -- plan <email> ${MEMBERSHIP_PLANS.join('|')}`

/** The change that a command makes to an account, and its message. */
function changeOf([command, email, word]: readonly string[]) {
  if (!email) return null
  if (command === 'promote') {
    return { email, change: { role: 'admin' as const }, done: `${email} is an admin now.` }
  }
  const plan = MEMBERSHIP_PLANS.find((name) => name.toLowerCase() === word?.toLowerCase())
  if (command !== 'plan' || !plan) return null
  return { email, change: { membership_plan: plan }, done: `${email} has the ${plan} plan now.` }
}

/** Works beside a running server. Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const asked = changeOf(args)
  if (!asked) {
    console.error(USAGE)
    return 1
  }
  const { email, change, done } = asked
  const config = readConfig(process.env)
  const db = openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { file: join(config.dataDir, 'kirim.db') },
    createLog(config.logLevel),
  )
  try {
    await migrate(db)
    const found = await createAccountsRepository(db).change(email, change)
    if (!found) console.error(`There is no account with the e-mail ${email}.`)
    else console.log(done)
    return found ? 0 : 1
  } finally {
    await db.destroy()
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  },
)
