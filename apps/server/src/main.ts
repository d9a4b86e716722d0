import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'

const STOP_DEADLINE_MS = 15_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const lock = claimDataDir(config.dataDir)
  const log = createLog(config.logLevel)
  const app = await createApp(config, {
    clock: systemClock,
    log,
    onDatabaseTaken() {
      console.error(
        'Another Kirim server has taken the database that DATABASE_URL names. Stopping.',
      )
      stop()
    },
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))

  let stopping = false
  const stop = () => {
    // A second Ctrl-C does not wait: what is on disk is whole at every moment.
    if (stopping) process.exit(130)
    stopping = true
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
    void app.stop().then(() => {
      lock.release()
      process.exit(0)
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await app.start()
  if (!stopping) announce(app.address(), config, await app.setupCode())
}

function announce(address: string, config: Config, setupCode: string | null): void {
  const shown = address.replace('127.0.0.1', 'localhost')
  console.log(
    [
      `Kirim is running at ${config.publicUrl ?? shown}`,
      `  Data      ${config.dataDir}${config.databaseUrl ? ', database on PostgreSQL' : ', embedded database'}`,
      config.network === 'sandbox'
        ? '  Network   sandbox: nothing leaves this machine. To go live: WHATSAPP_NETWORK=live npm start'
        : `  Network   live${config.whatsappUrl ? ` at ${config.whatsappUrl}` : ' (WhatsApp)'}`,
      ...(setupCode ? [`  Setup     the first account needs this code: ${setupCode}`] : []),
      '  Stop      Ctrl-C',
    ].join('\n'),
  )
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
