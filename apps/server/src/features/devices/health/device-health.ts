import type { Clock } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import type { HealthProbe, HealthSign } from './health.ports.ts'
import type { HealthRepository } from './health.repository.ts'
import { afterSign, type Health, healthAt, UNKNOWN_HEALTH } from './health.ts'
import { createQuietWatch } from './quiet.ts'

const MEASURE_EVERY_MS = 60_000
/** Rounds between two counts of pre-keys, unless few are left: the driver uploads new ones. */
const PRE_KEYS_EVERY = 15
const PRE_KEYS_FEW = 30

export interface HealthDeps {
  readonly repository: HealthRepository
  readonly probe: HealthProbe
  readonly clock: Clock
  readonly log: Log
  /** A device has become quiet, or a message has come in again. */
  onQuiet(deviceId: string): void
}

/** Keeps the health of devices in memory, and stores changes once a minute. */
export function createDeviceHealth(deps: HealthDeps) {
  const { repository, probe, clock, log } = deps
  const watch = createQuietWatch(deps)
  const healthOfDevice = new Map<string, Health>()
  const changed = new Set<string>()
  let rounds = 0
  let round: Promise<void> = Promise.resolve()
  let stopped = false
  let cancel = () => {}

  function put(deviceId: string, health: Health): void {
    healthOfDevice.set(deviceId, health)
    changed.add(deviceId)
  }

  const of = (deviceId: string): Health =>
    healthAt(healthOfDevice.get(deviceId) ?? UNKNOWN_HEALTH, clock.now())

  async function measure(deviceId: string, asksKeys: boolean): Promise<void> {
    const began = clock.now()
    await probe.ping(deviceId)
    const latencyMs = clock.now() - began
    const before = of(deviceId).preKeysLeft ?? 0
    const preKeysLeft =
      asksKeys || before < PRE_KEYS_FEW ? await probe.preKeysLeft(deviceId) : before
    put(deviceId, { ...of(deviceId), latencyMs, preKeysLeft })
  }

  async function measureAll(): Promise<void> {
    const asksKeys = rounds++ % PRE_KEYS_EVERY === 0
    // A connection without an answer is closed by the driver, or measured in the next round.
    await Promise.allSettled(
      probe.openDevices().map(async (id) => {
        await watch.check(id)
        await measure(id, asksKeys)
      }),
    )
    await write()
  }

  async function write(): Promise<void> {
    for (const deviceId of [...changed]) await writeOne(deviceId)
  }

  async function writeOne(deviceId: string): Promise<void> {
    const health = healthOfDevice.get(deviceId)
    if (changed.delete(deviceId) && health) await repository.write(deviceId, health)
  }

  function schedule(): void {
    if (stopped) return
    cancel = clock.after(MEASURE_EVERY_MS, () => {
      round = measureAll()
        .catch((err: unknown) => log.error({ err }, 'health could not be stored'))
        .finally(schedule)
    })
  }

  const part: Part = {
    name: 'health of devices',
    async start() {
      for (const [deviceId, health] of await repository.readAll())
        healthOfDevice.set(deviceId, health)
      schedule()
    },
    async stop() {
      stopped = true
      cancel()
      await round
      await write()
    },
  }

  return {
    part,
    of,
    /** On another node, as of its last write. */
    async ofStored(deviceId: string): Promise<Health> {
      return healthAt((await repository.read(deviceId)) ?? UNKNOWN_HEALTH, clock.now())
    },
    isQuiet: watch.isQuiet,
    note(deviceId: string, sign: HealthSign): void {
      watch.note(deviceId, sign)
      put(deviceId, afterSign(of(deviceId), sign, clock.now()))
    },
    /** Loads what the node that had the device before has stored. */
    async take(deviceId: string): Promise<void> {
      const health = await repository.read(deviceId)
      if (health && !changed.has(deviceId)) healthOfDevice.set(deviceId, health)
    },
    /** Stores its health for the node that takes it. */
    async letGo(deviceId: string): Promise<void> {
      await writeOne(deviceId)
      watch.forget(deviceId)
      healthOfDevice.delete(deviceId)
    },
    /** Its link is removed. */
    async forget(deviceId: string): Promise<void> {
      watch.forget(deviceId)
      healthOfDevice.delete(deviceId)
      changed.delete(deviceId)
      await repository.forget(deviceId)
    },
  }
}
