import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createAccountsRepository } from './features/accounts/accounts.repository.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLog } from './platform/log.ts'

/** `npm run admin -- promote <email>`: works beside a running server. Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const [command, email] = args
  if (command !== 'promote' || !email) {
    console.error('Usage: npm run admin -- promote <email>')
    return 1
  }
  const config = readConfig(process.env)
  const db = openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { file: join(config.dataDir, 'kirim.db') },
    createLog(config.logLevel),
  )
  try {
    await migrate(db)
    const done = await createAccountsRepository(db).setRole(email, 'admin')
    if (!done) console.error(`There is no account with the e-mail ${email}.`)
    else console.log(`${email} is an admin now.`)
    return done ? 0 : 1
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
